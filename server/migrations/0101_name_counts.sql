CREATE TABLE "name_counts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"in_progress" integer NOT NULL,
	"pending_review" integer NOT NULL,
	"approved" integer NOT NULL,
	"requires_action" integer NOT NULL,
	"flagged_in_progress" integer NOT NULL,
	"flagged_pending_review" integer NOT NULL,
	"flagged_approved" integer NOT NULL,
	"flagged_requires_action" integer NOT NULL,
	CONSTRAINT "name_counts_kind_check" CHECK ("name_counts"."kind" in ('property', 'area', 'inspector'))
);
--> statement-breakpoint
-- By hand: the changes stored so far, one row for each name.
LOCK TABLE inspections, inspection_cases, pip_reports IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO name_counts (kind, name, in_progress, pending_review, approved, requires_action,
    flagged_in_progress, flagged_pending_review, flagged_approved, flagged_requires_action)
  SELECT substr(list, length('inspections by ') + 1), value,
    coalesce(sum(change) FILTER (WHERE status = 'in_progress'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'pending_review'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'approved'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'requires_action'), 0),
    coalesce(sum(change) FILTER (WHERE status = 'in_progress' AND flagged), 0),
    coalesce(sum(change) FILTER (WHERE status = 'pending_review' AND flagged), 0),
    coalesce(sum(change) FILTER (WHERE status = 'approved' AND flagged), 0),
    coalesce(sum(change) FILTER (WHERE status = 'requires_action' AND flagged), 0)
  FROM list_counts WHERE list LIKE 'inspections by %' GROUP BY 1, 2;
--> statement-breakpoint
DELETE FROM list_counts WHERE list LIKE 'inspections by %';
--> statement-breakpoint
ALTER TABLE "list_counts" DROP CONSTRAINT "list_counts_list_check";--> statement-breakpoint
DROP INDEX "list_counts_index";--> statement-breakpoint
CREATE INDEX "name_counts_index" ON "name_counts" USING btree ("kind","name");--> statement-breakpoint
CREATE INDEX "name_counts_search_index" ON "name_counts" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "list_counts_index" ON "list_counts" USING btree ("list","status");--> statement-breakpoint
ALTER TABLE "list_counts" DROP COLUMN "value";--> statement-breakpoint
ALTER TABLE "list_counts" DROP COLUMN "flagged";--> statement-breakpoint
ALTER TABLE "list_counts" ADD CONSTRAINT "list_counts_list_check" CHECK ("list_counts"."list" in ('cases', 'plans'));
--> statement-breakpoint
-- By hand: the triggers write the new columns.
CREATE FUNCTION count_names(counted inspections, change integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO name_counts (kind, name, in_progress, pending_review, approved, requires_action,
      flagged_in_progress, flagged_pending_review, flagged_approved, flagged_requires_action)
    SELECT kind, name,
      change * (status = 'in_progress')::integer,
      change * (status = 'pending_review')::integer,
      change * (status = 'approved')::integer,
      change * (status = 'requires_action')::integer,
      change * (status = 'in_progress' AND flagged)::integer,
      change * (status = 'pending_review' AND flagged)::integer,
      change * (status = 'approved' AND flagged)::integer,
      change * (status = 'requires_action' AND flagged)::integer
    FROM (VALUES ('property', lower(counted.property_name)), ('area', lower(counted.area)), ('inspector', counted.user_id::text))
        AS names (kind, name),
      (SELECT counted.status AS status, counted.flagged_at IS NOT NULL AS flagged) AS state;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_names_of_inspection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM count_names(OLD, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM count_names(NEW, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO list_counts (list, status, change) VALUES (TG_ARGV[0], OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO list_counts (list, status, change) VALUES (TG_ARGV[0], NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;
