-- A due date is a calendar date: the UTC date of the time that stood here, whatever the zone of this connection.
ALTER TABLE "inspection_cases" ALTER COLUMN "due_date" SET DATA TYPE date USING ("due_date" AT TIME ZONE 'UTC')::date;
