ALTER TABLE "audit_logs" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "erasure" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
-- An entry is changed in one way alone: personal parts are taken out of it, under a seal that needs the key.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  personal text[] := ARRAY['details', 'address', 'client', 'salt', 'erasure'];
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.erasure IS NOT NULL AND NEW.salt IS NULL
    AND (NEW.address IS NULL OR NEW.address = OLD.address) AND (NEW.client IS NULL OR NEW.client = OLD.client)
    AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
DROP TRIGGER audit_logs_append_only ON audit_logs;
--> statement-breakpoint
CREATE TRIGGER audit_logs_append_only BEFORE UPDATE OR DELETE ON audit_logs FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
