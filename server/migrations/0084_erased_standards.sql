-- By hand: a person's names are taken out of the standard of a line as well, which a user can write.
CREATE OR REPLACE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.accepted_at IS NOT NULL AND (NEW.accepted_at, NEW.accepted_by) IS DISTINCT FROM (OLD.accepted_at, OLD.accepted_by))
    OR (to_jsonb(NEW) - 'accepted_at' - 'accepted_by' - 'lines') IS DISTINCT FROM (to_jsonb(OLD) - 'accepted_at' - 'accepted_by' - 'lines')
    OR jsonb_array_length(NEW.lines) <> jsonb_array_length(OLD.lines)
    OR EXISTS (
      SELECT FROM generate_series(0, jsonb_array_length(OLD.lines) - 1) place,
        LATERAL (SELECT NEW.lines->place AS line) given, LATERAL (SELECT OLD.lines->place AS line) kept
      WHERE given.line - '{title,action,place,standard}'::text[] IS DISTINCT FROM kept.line - '{title,action,place,standard}'::text[]
        OR EXISTS (
          SELECT FROM unnest('{title,action,place,standard}'::text[]) name
          WHERE given.line->name IS DISTINCT FROM kept.line->name
            AND coalesce(given.line->>name NOT LIKE '%[erased]%', true)
        )
    ) THEN
    RAISE EXCEPTION 'A version of a plan that was sent cannot be changed';
  END IF;
  RETURN NEW;
END $$;
