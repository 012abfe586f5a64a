-- By hand: no figure depends on an area's description, so the figures stay.
ALTER TABLE inspection_areas DISABLE TRIGGER areas_figures, DISABLE TRIGGER areas_summed;
--> statement-breakpoint
-- Descriptions are in US English, as checklists are.
UPDATE inspection_areas SET description = CASE code
  WHEN 'common_areas' THEN 'Corridors, stairs, elevators, vending and restrooms'
  WHEN 'fitness_center' THEN 'Exercise machines, free weights and locker rooms'
  ELSE 'Laundry, storage, mechanical rooms and staff areas'
END
WHERE code IN ('common_areas', 'fitness_center', 'back_of_house');
--> statement-breakpoint
ALTER TABLE inspection_areas ENABLE TRIGGER areas_figures, ENABLE TRIGGER areas_summed;
