// Shows "your turn" while no page is open, and brings the table to the front when it is touched.

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(told.title || "Five Families", {
    body: told.body || "", icon: "/static/icons/192.png", badge: "/static/icons/192.png", tag: told.path || "turn", data: { path: told.path || "/" },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data.path;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((page) => new URL(page.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  })());
});
