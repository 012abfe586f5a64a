ALTER TABLE "photos" ADD COLUMN "usable" boolean GENERATED ALWAYS AS (content_type <> 'application/pdf' and (analysis_status = 'off' or (analysis_status = 'done' and coalesce(ai_analysis @> '{"imageQuality": {"usable": true}}', false)))) STORED;--> statement-breakpoint
-- An item is checked once its check has an answer; photos counted as checked items before.
UPDATE area_sessions SET items_checked = counted.answers, progress_percent = least(100, counted.answers * 10)
FROM (
  SELECT area_sessions.id, count(area_checklist_results.id)::int AS answers FROM area_sessions
  LEFT JOIN area_checklist_results ON area_checklist_results.area_session_id = area_sessions.id GROUP BY area_sessions.id
) AS counted WHERE counted.id = area_sessions.id AND area_sessions.items_checked <> counted.answers;
--> statement-breakpoint
UPDATE inspections SET items_checked = area_sessions.items_checked FROM area_sessions
WHERE area_sessions.id = inspections.area_session_id AND inspections.items_checked <> area_sessions.items_checked;
