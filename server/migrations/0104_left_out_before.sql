-- By hand: items whose open findings are all in areas that were left out, while no work on them had begun.
UPDATE pip_items item SET no_longer_needed = 'not_applicable'
FROM (
  SELECT own.item_id
  FROM (
    SELECT id AS item_id, issue_id AS finding_id FROM pip_items WHERE issue_id IS NOT NULL
    UNION ALL
    SELECT item_id, finding_id FROM pip_item_findings
  ) own
  JOIN inspection_issues found ON found.id = own.finding_id
  JOIN inspection_issues defect ON defect.id = coalesce(found.merged_into, found.id)
  LEFT JOIN area_sessions area ON area.id = defect.area_session_id
  GROUP BY own.item_id
  HAVING bool_or(defect.status IN ('pending', 'confirmed'))
    AND bool_and(defect.status NOT IN ('pending', 'confirmed') OR coalesce(area.status = 'not_applicable', false))
) ended
WHERE ended.item_id = item.id AND item.no_longer_needed IS NULL AND item.added_by IS NULL
  AND item.status IN ('pending', 'approved', 'rejected', 'waived');
