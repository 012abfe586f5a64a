-- By hand: the totals of the plans whose items 0085 and 0086 changed, as planFigures computes them. A version that was sent
-- keeps its total, and so does an accepted plan that has all of its items.
CREATE FUNCTION pg_temp.rounded_figure(cents numeric) RETURNS bigint LANGUAGE sql AS $$
  SELECT (floor(cents / step + 0.5) * step)::bigint
  FROM (SELECT CASE WHEN cents < 100000 THEN 500 WHEN cents < 1000000 THEN 5000 ELSE 50000 END AS step) rounding
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.share_of(cents numeric, percent text) RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_temp.rounded_figure(floor(cents * coalesce(percent::numeric, 0) / 100 + 0.5))
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.total_of(works numeric, ffe numeric, settings jsonb) RETURNS bigint LANGUAGE sql AS $$
  SELECT works::bigint + pg_temp.share_of(ffe, settings->>'freightPercent')
    + pg_temp.share_of(works, settings->>'contingencyPercent')
    + CASE WHEN works > 0 THEN coalesce((settings->>'mobilization')::bigint, 0) ELSE 0 END
    + pg_temp.share_of(works, settings->>'designFeePercent')
    + pg_temp.share_of(works, settings->>'afterHoursPercent')
    + pg_temp.share_of(works, settings->>'regionalPercent')
$$;
--> statement-breakpoint
-- A visit that several areas share counts in the sum of all plans with the plan of its first area.
WITH shown AS (
  SELECT plan.id, item.id AS item_id FROM pip_reports plan
  JOIN pip_items item ON item.pip_report_id = plan.id OR item.area_session_id = plan.area_session_id
  UNION
  SELECT plan.id, further.item_id FROM pip_reports plan
  JOIN inspection_issues found ON found.area_session_id = plan.area_session_id
  JOIN pip_item_findings further ON further.finding_id = found.id
), counted AS (
  SELECT shown.id, item.estimated_cost_cents AS cost, item.ffe,
    plan.source = 'property' OR plan.area_session_id IS NULL OR item.area_session_id IS NULL
      OR item.area_session_id = plan.area_session_id AS once
  FROM shown JOIN pip_reports plan ON plan.id = shown.id JOIN pip_items item ON item.id = shown.item_id
  WHERE item.no_longer_needed IS NULL AND item.status NOT IN ('rejected', 'waived')
), summed AS (
  SELECT plan.id,
    pg_temp.total_of(coalesce(sum(cost), 0), coalesce(sum(cost) FILTER (WHERE ffe), 0), plan.settings) AS total,
    pg_temp.total_of(coalesce(sum(cost) FILTER (WHERE once), 0), coalesce(sum(cost) FILTER (WHERE ffe AND once), 0),
      plan.settings) AS once
  FROM pip_reports plan LEFT JOIN counted ON counted.id = plan.id
  WHERE plan.approved_at IS NULL OR EXISTS (
    SELECT FROM shown JOIN pip_items item ON item.id = shown.item_id
    WHERE shown.id = plan.id AND item.no_longer_needed IS NOT NULL
  )
  GROUP BY plan.id
)
UPDATE pip_reports plan SET total_cost_cents = summed.total, shared_cost_cents = summed.total - summed.once
FROM summed WHERE summed.id = plan.id AND (plan.total_cost_cents, plan.shared_cost_cents) IS DISTINCT FROM (summed.total, summed.total - summed.once);
