ALTER TABLE "area_checklist_items" ADD COLUMN "priced_category" text;--> statement-breakpoint
ALTER TABLE "area_checklist_items" ADD CONSTRAINT "checklist_items_priced_category_check" CHECK ("area_checklist_items"."priced_category" in ('crack', 'spall', 'stain', 'water_damage', 'mould', 'peeling_paint', 'wallcovering_damage', 'corrosion', 'broken_tile', 'grout_caulk', 'carpet_wear', 'floor_damage', 'upholstery_damage', 'casegoods_damage', 'glass_damage', 'lighting_out', 'fixture_broken', 'leak', 'hvac', 'clutter', 'dirt', 'pest', 'trip_hazard', 'blocked_exit', 'missing_extinguisher', 'expired_tag', 'missing_signage', 'signage_damage', 'electrical_exposed', 'door_hardware', 'pool_safety', 'accessibility', 'other'));--> statement-breakpoint
-- By hand: no figure depends on a check's price or action, so the figures stay.
ALTER TABLE area_checklist_items DISABLE TRIGGER checklist_items_figures;
--> statement-breakpoint
-- Housekeeping, a small part or an engineer's minute is not priced as a replacement, nor a contractor's visit as a tag.
UPDATE area_checklist_items SET priced_category = price.category, priced_as = price.severity
FROM inspection_areas, (VALUES
  ('lobby', 2, 'clutter', 'low'),
  ('lobby', 4, NULL, 'low'),
  ('guest_rooms', 3, 'missing_extinguisher', 'low'),
  ('guest_rooms', 8, 'other', 'low'),
  ('common_areas', 1, 'stain', 'low'),
  ('common_areas', 2, NULL, 'low'),
  ('common_areas', 10, NULL, 'low'),
  ('common_areas', 12, 'other', 'low'),
  ('fitness_center', 1, 'other', 'low'),
  ('fitness_center', 3, 'other', 'low'),
  ('fitness_center', 4, 'clutter', 'low'),
  ('fitness_center', 9, 'clutter', 'low'),
  ('fitness_center', 10, 'clutter', 'low'),
  ('pool', 5, 'missing_extinguisher', 'low'),
  ('pool', 6, 'missing_extinguisher', 'low'),
  ('pool', 13, 'clutter', 'low'),
  ('restaurant', 3, NULL, 'low'),
  ('restaurant', 6, 'other', 'low'),
  ('restaurant', 8, 'hvac', 'low'),
  ('restaurant', 10, 'dirt', 'low'),
  ('restaurant', 11, 'clutter', 'low'),
  ('restaurant', 12, 'clutter', 'low'),
  ('meeting_rooms', 1, 'stain', 'low'),
  ('meeting_rooms', 4, 'clutter', 'low'),
  ('meeting_rooms', 9, 'clutter', 'low'),
  ('back_of_house', 3, 'other', 'low'),
  ('back_of_house', 6, 'hvac', 'low'),
  ('back_of_house', 8, 'clutter', 'low'),
  ('back_of_house', 10, 'dirt', 'low'),
  ('safety_equipment', 6, 'hvac', 'low'),
  ('safety_equipment', 9, 'other', 'low'),
  ('safety_equipment', 10, 'missing_extinguisher', 'low'),
  ('safety_equipment', 12, 'hvac', 'low')
) AS price (code, sort_order, category, severity)
WHERE inspection_areas.code = price.code AND area_checklist_items.area_id = inspection_areas.id
  AND area_checklist_items.sort_order = price.sort_order;
--> statement-breakpoint
-- A dirty carpet is cleaned; one that is worn out is another finding.
UPDATE area_checklist_items SET action = CASE inspection_areas.code
  WHEN 'common_areas' THEN 'Hot-water extract the carpet and lay it flat.'
  ELSE 'Hot-water extract the carpet and mend the seam.' END
FROM inspection_areas
WHERE area_checklist_items.area_id = inspection_areas.id AND area_checklist_items.sort_order = 1
  AND inspection_areas.code IN ('common_areas', 'meeting_rooms');
--> statement-breakpoint
ALTER TABLE area_checklist_items ENABLE TRIGGER checklist_items_figures;
--> statement-breakpoint
-- An action that somebody gave stays.
UPDATE inspection_issues SET recommended_action = items.action
FROM area_checklist_items AS items
WHERE items.id = inspection_issues.checklist_item_id AND NOT inspection_issues.action_given
  AND inspection_issues.recommended_action IN (
    'Clean the carpet and lay it flat, or replace it.', 'Clean the carpet and mend the seam, or replace it.'
  );
