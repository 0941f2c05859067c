"""What every title stands on: records, compiled rules, chance, matches, words."""
