DROP INDEX "pip_items_issue_index";--> statement-breakpoint
DROP INDEX "pip_items_one_per_issue";--> statement-breakpoint
ALTER TABLE "pip_items" ADD COLUMN "area_session_id" uuid;--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_area_session_id_area_sessions_id_fk" FOREIGN KEY ("area_session_id") REFERENCES "public"."area_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pip_items_area_session_index" ON "pip_items" USING btree ("area_session_id");--> statement-breakpoint
-- By hand: a completed plan that shows a new item is in work again.
DROP TRIGGER pip_reports_transition ON pip_reports;
--> statement-breakpoint
CREATE TRIGGER pip_reports_transition BEFORE UPDATE OF status ON pip_reports FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('draft>pending_approval', 'pending_approval>approved', 'approved>in_progress', 'in_progress>completed', 'approved>pending_approval', 'in_progress>pending_approval', 'completed>in_progress');
--> statement-breakpoint
UPDATE pip_reports plan SET run_id = area.run_id
FROM area_sessions area WHERE area.id = plan.area_session_id AND plan.run_id IS NULL;
--> statement-breakpoint
UPDATE pip_items item SET area_session_id = issue.area_session_id
FROM inspection_issues issue WHERE issue.id = item.issue_id AND issue.area_session_id IS NOT NULL;
--> statement-breakpoint
-- Of the items of a finding the one stays whose work is furthest, then the one that a person changed last.
CREATE TEMPORARY TABLE merged_items AS
WITH ranked AS (
  SELECT item.id, item.pip_report_id, first_value(item.id) OVER (PARTITION BY item.issue_id ORDER BY
    CASE item.status WHEN 'completed' THEN 0 WHEN 'awaiting_verification' THEN 1 WHEN 'in_progress' THEN 2 ELSE 3 END,
    item.touched_at DESC NULLS LAST, plan.source = 'property' DESC, item.created_at, item.id) AS kept
  FROM pip_items item JOIN pip_reports plan ON plan.id = item.pip_report_id WHERE item.issue_id IS NOT NULL
)
SELECT id, kept, pip_report_id FROM ranked WHERE id <> kept;
--> statement-breakpoint
-- Of a photo that several of the items have, the kept one takes one.
UPDATE photos SET plan_item_id = moved.kept FROM (
  SELECT DISTINCT ON (merged.kept, photo.sha256) photo.id, merged.kept
  FROM photos photo JOIN merged_items merged ON merged.id = photo.plan_item_id
  WHERE NOT EXISTS (SELECT FROM photos same WHERE same.plan_item_id = merged.kept AND same.sha256 = photo.sha256)
  ORDER BY merged.kept, photo.sha256, photo.created_at, photo.id
) moved WHERE photos.id = moved.id;
--> statement-breakpoint
-- What was sent stays word for word; only which item a line is about is named anew.
ALTER TABLE pip_versions DISABLE TRIGGER pip_versions_frozen;
--> statement-breakpoint
UPDATE pip_versions version SET lines = (
  SELECT jsonb_agg(CASE WHEN merged.kept IS NULL THEN line ELSE line || jsonb_build_object('itemId', merged.kept) END ORDER BY place)
  FROM jsonb_array_elements(version.lines) WITH ORDINALITY AS each(line, place)
  LEFT JOIN merged_items merged ON merged.id::text = line->>'itemId')
WHERE EXISTS (SELECT FROM merged_items merged WHERE merged.pip_report_id = version.pip_report_id)
  AND jsonb_array_length(version.lines) > 0;
--> statement-breakpoint
ALTER TABLE pip_versions ENABLE TRIGGER pip_versions_frozen;
--> statement-breakpoint
CREATE TEMPORARY TABLE shown_before AS SELECT pip_report_id AS plan_id, id AS item_id FROM pip_items;
--> statement-breakpoint
DELETE FROM pip_items USING merged_items merged WHERE pip_items.id = merged.id;
--> statement-breakpoint
UPDATE pip_items item SET pip_report_id = plan.id
FROM area_sessions area JOIN pip_reports plan ON plan.run_id = area.run_id AND plan.source = 'property'
WHERE area.id = item.area_session_id AND item.pip_report_id <> plan.id;
--> statement-breakpoint
CREATE UNIQUE INDEX "pip_items_one_per_finding" ON "pip_items" USING btree ("issue_id");
--> statement-breakpoint
-- The totals and statuses of the plans that show another item than before, as planFigures and planSteps compute them.
CREATE FUNCTION pg_temp.planning_figure(cents numeric) RETURNS bigint LANGUAGE sql AS $$
  SELECT (round(cents / step) * step)::bigint
  FROM (SELECT CASE WHEN cents < 100000 THEN 500 WHEN cents < 1000000 THEN 5000 ELSE 50000 END AS step) rounding
$$;
--> statement-breakpoint
CREATE TEMPORARY TABLE changed_plans AS
WITH shown AS (
  SELECT plan.id, plan.status, plan.settings, item.id AS item_id, item.status AS item_status, item.estimated_cost_cents AS cost, item.ffe
  FROM pip_reports plan
  JOIN pip_items item ON item.pip_report_id = plan.id OR item.area_session_id = plan.area_session_id
)
SELECT id, status, settings,
  coalesce(sum(cost) FILTER (WHERE item_status NOT IN ('rejected', 'waived')), 0) AS works,
  coalesce(sum(cost) FILTER (WHERE ffe AND item_status NOT IN ('rejected', 'waived')), 0) AS ffe,
  bool_or(item_status IN ('in_progress', 'awaiting_verification', 'completed')) AS begun,
  bool_and(item_status IN ('rejected', 'waived', 'completed')) AS done
FROM shown
GROUP BY id, status, settings
HAVING bool_or(NOT EXISTS (SELECT FROM shown_before before WHERE before.plan_id = shown.id AND before.item_id = shown.item_id));
--> statement-breakpoint
UPDATE pip_reports plan SET
  total_cost_cents = works + pg_temp.planning_figure(round(ffe * (changed.settings->>'freightPercent')::numeric / 100))
    + pg_temp.planning_figure(round(works * (changed.settings->>'contingencyPercent')::numeric / 100))
    + CASE WHEN works > 0 THEN coalesce((changed.settings->>'mobilization')::bigint, 0) ELSE 0 END
    + pg_temp.planning_figure(round(works * coalesce((changed.settings->>'designFeePercent')::numeric, 0) / 100))
    + pg_temp.planning_figure(round(works * coalesce((changed.settings->>'afterHoursPercent')::numeric, 0) / 100))
    + pg_temp.planning_figure(round(works * coalesce((changed.settings->>'regionalPercent')::numeric, 0) / 100)),
  status = CASE
    WHEN changed.status = 'completed' AND NOT done THEN 'in_progress'
    WHEN changed.status = 'approved' AND (begun OR done) THEN 'in_progress'
    ELSE changed.status END
FROM changed_plans changed WHERE changed.id = plan.id;
--> statement-breakpoint
-- A step of its own, because no plan goes from approved to completed in one.
UPDATE pip_reports plan SET status = 'completed'
FROM changed_plans changed WHERE changed.id = plan.id AND done AND plan.status = 'in_progress';
--> statement-breakpoint
DROP TABLE merged_items, shown_before, changed_plans;
