-- By hand: what a sent version holds is no longer taken back, only what is changed after it.
UPDATE pip_items SET decision_before = NULL
WHERE decision_before IS NOT NULL
  AND EXISTS (
    SELECT FROM pip_versions
    WHERE lines @> jsonb_build_array(jsonb_build_object('itemId', pip_items.id))
  );
