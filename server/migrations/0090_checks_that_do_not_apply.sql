ALTER TABLE "scope_figures" ADD COLUMN "not_applicable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- By hand: an area that was approved with a score although no check was passed or failed has none. Scores that are not kept are counted anew.
UPDATE "inspections" SET "approved_score" = NULL
WHERE "approved_score" IS NOT NULL AND NOT EXISTS (
  SELECT FROM "area_checklist_results" "answer"
  WHERE ("answer"."area_session_id" = "inspections"."area_session_id" OR "answer"."inspection_id" = "inspections"."id")
    AND "answer"."result" <> 'not_applicable'
);
