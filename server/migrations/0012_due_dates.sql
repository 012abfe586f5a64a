-- A due date is a calendar date. Midnight UTC is a date that was sent as such and stays that date. Any other time is the end
-- of a day in the zone of whoever picked it: half a day before it, the UTC date is that day from UTC-12 to UTC+11.
ALTER TABLE "inspection_cases" ALTER COLUMN "due_date" SET DATA TYPE date USING (
  CASE WHEN ("due_date" AT TIME ZONE 'UTC')::time = '00:00'
    THEN "due_date" AT TIME ZONE 'UTC'
    ELSE "due_date" AT TIME ZONE 'UTC' - interval '12 hours'
  END
)::date;
