"""Prints what a calendar program reads of a calendar on standard input: its zone, and the events by day."""

import json
import sys

import icalendar

calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
events = [
    {
        "day": event["DTSTART"].dt.isoformat(),
        "summary": str(event["SUMMARY"]),
        "description": str(event["DESCRIPTION"]),
    }
    for event in calendar.walk("VEVENT")
]
missing = [name for event in calendar.walk("VEVENT") for name in ("UID", "DTSTAMP") if name not in event]
text = calendar.to_ical().decode()
once = [text.count(f"\r\n{name}:") for name in ("VERSION", "PRODID")]
assert once == [1, 1], (once, text)
assert not missing and not calendar.errors, (missing, calendar.errors)
print(json.dumps({"zone": str(calendar["X-WR-TIMEZONE"]), "events": sorted(events, key=lambda event: event["day"])}))
