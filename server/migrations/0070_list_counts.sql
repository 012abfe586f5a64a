CREATE TABLE "list_counts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"value" text NOT NULL,
	"status" text NOT NULL,
	"flagged" boolean NOT NULL,
	"change" integer NOT NULL,
	CONSTRAINT "list_counts_list_check" CHECK ("list_counts"."list" in ('inspections by property', 'inspections by area', 'inspections by inspector', 'cases', 'plans'))
);
--> statement-breakpoint
CREATE INDEX "list_counts_index" ON "list_counts" USING btree ("list","value","status","flagged");--> statement-breakpoint
-- By hand: what there is already, and triggers that count every change of it, whoever makes it.
INSERT INTO list_counts (list, value, status, flagged, change)
  SELECT 'inspections by property', lower(property_name), status, flagged_at IS NOT NULL, count(*) FROM inspections GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'inspections by area', lower(area), status, flagged_at IS NOT NULL, count(*) FROM inspections GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'inspections by inspector', user_id::text, status, flagged_at IS NOT NULL, count(*) FROM inspections GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'cases', '', status, false, count(*) FROM inspection_cases GROUP BY 3
  UNION ALL
  SELECT 'plans', '', status, false, count(*) FROM pip_reports GROUP BY 3;
--> statement-breakpoint
CREATE FUNCTION count_names_of_inspection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO list_counts (list, value, status, flagged, change) VALUES
      ('inspections by property', lower(OLD.property_name), OLD.status, OLD.flagged_at IS NOT NULL, -1),
      ('inspections by area', lower(OLD.area), OLD.status, OLD.flagged_at IS NOT NULL, -1),
      ('inspections by inspector', OLD.user_id::text, OLD.status, OLD.flagged_at IS NOT NULL, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO list_counts (list, value, status, flagged, change) VALUES
      ('inspections by property', lower(NEW.property_name), NEW.status, NEW.flagged_at IS NOT NULL, 1),
      ('inspections by area', lower(NEW.area), NEW.status, NEW.flagged_at IS NOT NULL, 1),
      ('inspections by inspector', NEW.user_id::text, NEW.status, NEW.flagged_at IS NOT NULL, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inspections_names_counted AFTER INSERT OR DELETE ON inspections
  FOR EACH ROW EXECUTE FUNCTION count_names_of_inspection();
--> statement-breakpoint
CREATE TRIGGER inspections_names_recounted AFTER UPDATE OF status, flagged_at, property_name, area, user_id ON inspections FOR EACH ROW
  WHEN ((NEW.status, NEW.flagged_at IS NULL, NEW.property_name, NEW.area, NEW.user_id)
    IS DISTINCT FROM (OLD.status, OLD.flagged_at IS NULL, OLD.property_name, OLD.area, OLD.user_id))
  EXECUTE FUNCTION count_names_of_inspection();
--> statement-breakpoint
-- For a list that is counted by status alone; its name is the argument.
CREATE FUNCTION count_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO list_counts (list, value, status, flagged, change) VALUES (TG_ARGV[0], '', OLD.status, false, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO list_counts (list, value, status, flagged, change) VALUES (TG_ARGV[0], '', NEW.status, false, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER cases_counted AFTER INSERT OR DELETE ON inspection_cases FOR EACH ROW EXECUTE FUNCTION count_listed('cases');
--> statement-breakpoint
CREATE TRIGGER cases_recounted AFTER UPDATE OF status ON inspection_cases FOR EACH ROW
  WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION count_listed('cases');
--> statement-breakpoint
CREATE TRIGGER plans_counted AFTER INSERT OR DELETE ON pip_reports FOR EACH ROW EXECUTE FUNCTION count_listed('plans');
--> statement-breakpoint
CREATE TRIGGER plans_recounted AFTER UPDATE OF status ON pip_reports FOR EACH ROW
  WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION count_listed('plans');
