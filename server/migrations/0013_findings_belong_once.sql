-- A finding belongs to an area session or to an inspection of its own, as a photo does. The inspection that an area got
-- when it was completed follows from the area.
UPDATE "inspection_issues" SET "inspection_id" = NULL WHERE "area_session_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "inspection_issues" DROP CONSTRAINT "issues_belongs_check";--> statement-breakpoint
DROP INDEX "issues_one_per_item_of_inspection";--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "issues_one_per_item_of_inspection" ON "inspection_issues" USING btree ("inspection_id","checklist_item_id");--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "issues_belongs_check" CHECK (num_nonnulls("inspection_issues"."area_session_id", "inspection_issues"."inspection_id") = 1);--> statement-breakpoint
-- Until now the audit log alone told whether a person had changed a finding.
UPDATE "inspection_issues" SET "changed_at" = "changes"."at" FROM (
  SELECT "entity_id", max("created_at") AS "at" FROM "audit_logs"
  WHERE "entity_type" = 'issue' AND "action" = 'issue.changed' GROUP BY "entity_id"
) AS "changes" WHERE "changes"."entity_id" = "inspection_issues"."id"::text;
