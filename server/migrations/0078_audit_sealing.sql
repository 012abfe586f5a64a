CREATE SEQUENCE "public"."audit_positions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "audit_logs" ALTER COLUMN "seq" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "position" bigint;--> statement-breakpoint
CREATE INDEX "audit_logs_waiting_index" ON "audit_logs" USING btree ("position") WHERE "audit_logs"."seq" is null;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_placed" CHECK (coalesce("audit_logs"."seq" > 0, "audit_logs"."position" is not null));--> statement-breakpoint
-- By hand, from here on. A restored backup continues the numbers of the column that owns the sequence.
ALTER SEQUENCE audit_positions OWNED BY audit_logs.position;--> statement-breakpoint
-- Sealing writes each row a second time, so the space of the first ones is to be used again soon.
ALTER TABLE audit_logs SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);--> statement-breakpoint
-- An entry is changed in two ways alone: a waiting one is sealed once, and personal parts are taken out of a sealed one
-- under a seal that needs the key.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  personal text[] := ARRAY['details', 'address', 'client', 'salt', 'erasure'];
  place text[] := ARRAY['seq', 'hash', 'key_id'];
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.seq IS NULL AND NEW.seq IS NOT NULL
    AND to_jsonb(NEW) - place = to_jsonb(OLD) - place THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.seq IS NOT NULL AND NEW.erasure IS NOT NULL AND NEW.salt IS NULL
    AND (NEW.address IS NULL OR NEW.address = OLD.address) AND (NEW.client IS NULL OR NEW.client = OLD.client)
    AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
-- As before, but the last entry is the last sealed one.
CREATE OR REPLACE FUNCTION lock_audit_chain(lock_id integer) RETURNS TABLE (head jsonb, last jsonb) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(lock_id);
  RETURN QUERY SELECT
    (SELECT to_jsonb(h) FROM audit_head h),
    (SELECT jsonb_build_object('seq', l.seq, 'hash', l.hash) FROM audit_logs l
      WHERE l.seq IS NOT NULL ORDER BY l.seq DESC LIMIT 1);
END $$;
