-- By hand: a person's names are taken out of the parts of a line's place as well.
CREATE OR REPLACE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.accepted_at IS NOT NULL AND (NEW.accepted_at, NEW.accepted_by) IS DISTINCT FROM (OLD.accepted_at, OLD.accepted_by))
    OR (to_jsonb(NEW) - 'accepted_at' - 'accepted_by' - 'lines') IS DISTINCT FROM (to_jsonb(OLD) - 'accepted_at' - 'accepted_by' - 'lines')
    OR jsonb_array_length(NEW.lines) <> jsonb_array_length(OLD.lines)
    OR EXISTS (
      SELECT FROM generate_series(0, jsonb_array_length(OLD.lines) - 1) place,
        LATERAL (SELECT NEW.lines->place AS line) given, LATERAL (SELECT OLD.lines->place AS line) kept
      WHERE given.line - '{title,action,place,standard}'::text[] #- '{parts,place}'
          IS DISTINCT FROM kept.line - '{title,action,place,standard}'::text[] #- '{parts,place}'
        OR EXISTS (
          SELECT FROM (VALUES ('{title}'::text[]), ('{action}'), ('{place}'), ('{standard}'),
            ('{parts,place,building}'), ('{parts,place,floor}'), ('{parts,place,room}')) AS texts (path)
          WHERE given.line #> path IS DISTINCT FROM kept.line #> path
            AND coalesce(given.line #>> path NOT LIKE '%[erased]%', true)
        )
        OR (given.line #> '{parts,place,areas}') IS DISTINCT FROM (kept.line #> '{parts,place,areas}')
    ) THEN
    RAISE EXCEPTION 'A version of a plan that was sent cannot be changed';
  END IF;
  RETURN NEW;
END $$;
