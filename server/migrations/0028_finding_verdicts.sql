CREATE TABLE "finding_verdicts" (
	"finding_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"holds" boolean NOT NULL,
	"category" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "finding_verdicts_finding_id_user_id_pk" PRIMARY KEY("finding_id","user_id"),
	CONSTRAINT "finding_verdicts_category_check" CHECK ("finding_verdicts"."category" in ('crack', 'spall', 'stain', 'water_damage', 'mould', 'peeling_paint', 'wallcovering_damage', 'corrosion', 'broken_tile', 'grout_caulk', 'carpet_wear', 'floor_damage', 'upholstery_damage', 'casegoods_damage', 'glass_damage', 'lighting_out', 'fixture_broken', 'leak', 'hvac', 'clutter', 'dirt', 'pest', 'trip_hazard', 'blocked_exit', 'missing_extinguisher', 'expired_tag', 'missing_signage', 'signage_damage', 'electrical_exposed', 'door_hardware', 'pool_safety', 'accessibility', 'other'))
);
--> statement-breakpoint
ALTER TABLE "finding_verdicts" ADD CONSTRAINT "finding_verdicts_finding_id_inspection_issues_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."inspection_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_verdicts" ADD CONSTRAINT "finding_verdicts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- By hand: until now the audit log alone told what each account had said. A verdict names the category that the finding
-- had then: the one that was named last, or the present one where nobody ever named any.
WITH "said" AS (
  SELECT "entity_id", "user_id", "created_at", "details"->>'status' AS "status", "details"->>'category' AS "category",
    count("details"->>'category') OVER (PARTITION BY "entity_id" ORDER BY "seq") AS "named_until",
    count("details"->>'category') OVER (PARTITION BY "entity_id") AS "named",
    row_number() OVER (PARTITION BY "entity_id", "user_id" ORDER BY "seq" DESC) AS "place"
  FROM "audit_logs" WHERE "entity_type" = 'issue' AND "action" IN ('issue.added', 'issue.changed')
), "known" AS (
  SELECT *, max("category") OVER (PARTITION BY "entity_id", "named_until") AS "category_then" FROM "said"
)
INSERT INTO "finding_verdicts" ("finding_id", "user_id", "holds", "category", "at")
SELECT "issue"."id", "known"."user_id", "known"."status" IS DISTINCT FROM 'dismissed',
  CASE WHEN "known"."named" = 0 THEN "issue"."category" ELSE "known"."category_then" END, "known"."created_at"
FROM "known"
JOIN "inspection_issues" "issue" ON "issue"."id"::text = "known"."entity_id"
JOIN "users" ON "users"."id" = "known"."user_id"
WHERE "known"."place" = 1 AND "known"."status" IS DISTINCT FROM 'pending';
