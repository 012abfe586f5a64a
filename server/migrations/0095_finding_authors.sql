ALTER TABLE "inspection_issues" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "inspection_issues_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- By hand: the audit log tells who added a finding. Of those of failed checks, which it does not name, the last decision tells
-- it if it is that of the addition itself.
UPDATE "inspection_issues" "issue" SET "created_by" = "users"."id"
FROM (
  SELECT DISTINCT ON ("entity_id") "entity_id", "user_id" FROM "audit_logs"
  WHERE "entity_type" = 'issue' AND "action" = 'issue.added'
  ORDER BY "entity_id", "created_at"
) "added" JOIN "users" ON "users"."id" = "added"."user_id"
WHERE "issue"."source" = 'person' AND "issue"."id"::text = "added"."entity_id";--> statement-breakpoint
UPDATE "inspection_issues" SET "created_by" = "decided_by"
WHERE "source" = 'person' AND "created_by" IS NULL AND "status" = 'confirmed' AND "changed_at" IS NULL
  AND "decided_at" < "created_at" + interval '1 minute';
