ALTER TABLE "area_checklist_items" ADD COLUMN "finding_title" text;--> statement-breakpoint
ALTER TABLE "area_checklist_items" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "area_checklist_items" ADD COLUMN "action" text;--> statement-breakpoint
ALTER TABLE "area_checklist_items" ADD COLUMN "priced_as" text;--> statement-breakpoint
-- The same checks in the same order, so every answer stays with what it answers.
UPDATE area_checklist_items SET title = item.title, critical = item.critical, finding_title = item.finding_title,
  category = item.category, priced_as = item.priced_as, action = item.action
FROM inspection_areas, (VALUES
  ('lobby', 1, 'Entrance doors and glass are undamaged', false, 'Entrance door or glass damaged', 'glass_damage', NULL, 'Replace the damaged pane or repair the door.'),
  ('lobby', 2, 'Entrance mat lies flat', true, 'Entrance mat curled or out of place', 'trip_hazard', NULL, 'Lay the mat flat and fix it, or replace it.'),
  ('lobby', 3, 'Floor has no cracks, stains or worn paths', false, 'Floor cracked, stained or worn', 'floor_damage', NULL, 'Clean or patch the floor.'),
  ('lobby', 4, 'Walls and baseboards have no scuffs or holes', false, 'Wall or baseboard scuffed or holed', 'wallcovering_damage', NULL, 'Patch and touch up the wall or baseboard.'),
  ('lobby', 5, 'Ceiling has no stains or sagging', false, 'Ceiling stained or sagging', 'water_damage', NULL, 'Find and stop the leak, then patch and paint the ceiling.'),
  ('lobby', 6, 'All lights work', false, 'Light out', 'lighting_out', NULL, 'Replace the lamp, driver or fitting.'),
  ('lobby', 7, 'Front desk is undamaged', false, 'Front desk damaged', 'casegoods_damage', NULL, 'Repair or replace the damaged part of the desk.'),
  ('lobby', 8, 'Seating is clean and undamaged', false, 'Seating dirty or damaged', 'upholstery_damage', NULL, 'Clean, reupholster or replace the seating.'),
  ('lobby', 9, 'Brand sign is present and current', false, 'Brand sign missing or outdated', 'missing_signage', 'high', 'Fit the current brand sign.'),
  ('lobby', 10, 'Exit sign is lit and the path to it clear', true, 'Exit sign unlit or path to it blocked', 'blocked_exit', NULL, 'Light the exit sign and clear the path.'),
  ('lobby', 11, 'No cables or clutter in view', false, 'Cables or clutter in view', 'clutter', NULL, 'Route the cables and clear the area.'),
  ('lobby', 12, 'Licenses and evacuation notice are posted', false, 'License or evacuation notice not posted', 'missing_signage', 'low', 'Print and post the license or evacuation notice.'),
  ('guest_rooms', 1, 'Entry door closes and latches by itself, with deadbolt and viewer', true, 'Entry door does not close, latch or lock', 'door_hardware', 'low', 'Adjust the closer and latch; fit the missing deadbolt or viewer.'),
  ('guest_rooms', 2, 'Evacuation plan is posted on the door', true, 'Evacuation plan missing from door', 'missing_signage', 'low', 'Print the evacuation plan and post it on the door.'),
  ('guest_rooms', 3, 'Smoke detector is present and uncovered', true, 'Smoke detector missing or covered', 'fixture_broken', NULL, 'Fit or uncover the smoke detector.'),
  ('guest_rooms', 4, 'Sprinkler head is unobstructed', true, 'Sprinkler head obstructed', 'clutter', NULL, 'Clear what stands or hangs in front of the sprinkler head.'),
  ('guest_rooms', 5, 'Floor is clean and lies flat', false, 'Floor dirty or uneven', 'dirt', NULL, 'Clean the floor and lay it flat.'),
  ('guest_rooms', 6, 'Walls and wallcovering are undamaged', false, 'Wall or wallcovering damaged', 'wallcovering_damage', NULL, 'Mend or replace the wallcovering.'),
  ('guest_rooms', 7, 'Ceiling has no stains or cracks', false, 'Ceiling stained or cracked', 'water_damage', NULL, 'Find and stop the leak, then patch and paint the ceiling.'),
  ('guest_rooms', 8, 'Drapes and blackout hang and close properly', false, 'Drapes or blackout do not hang or close', 'upholstery_damage', NULL, 'Rehang or replace the drapes.'),
  ('guest_rooms', 9, 'Bed and linens are clean, headboard is firm', false, 'Bed or linens dirty, or headboard loose', 'dirt', NULL, 'Change the linens, clean the bed and fix the headboard.'),
  ('guest_rooms', 10, 'Furniture is undamaged', false, 'Furniture damaged', 'casegoods_damage', NULL, 'Repair or replace the piece.'),
  ('guest_rooms', 11, 'Seating is undamaged', false, 'Seating damaged', 'upholstery_damage', NULL, 'Reupholster or replace the seating.'),
  ('guest_rooms', 12, 'HVAC grille is clean and does not drip', false, 'HVAC grille dirty or dripping', 'hvac', 'low', 'Service the unit and clean the grille.'),
  ('guest_rooms', 13, 'Outlets and switches are undamaged', true, 'Outlet or switch damaged', 'electrical_exposed', NULL, 'Have an electrician replace the outlet or switch.'),
  ('guest_rooms', 14, 'Bathroom grout and caulk are free of mold', false, 'Mold on bathroom grout or caulk', 'mould', NULL, 'Clean and treat the grout and caulk; renew them if the mold comes back.'),
  ('guest_rooms', 15, 'Bathroom fixtures work and do not leak', false, 'Bathroom fixture broken or leaking', 'fixture_broken', NULL, 'Repair or replace the fixture.'),
  ('guest_rooms', 16, 'Window lock and limiter work', true, 'Window lock or limiter does not work', 'door_hardware', 'low', 'Adjust or replace the window lock and limiter.'),
  ('common_areas', 1, 'Corridor carpet is clean and lies flat', false, 'Corridor carpet dirty or uneven', 'carpet_wear', NULL, 'Clean the carpet and lay it flat, or replace it.'),
  ('common_areas', 2, 'Walls and corner guards are undamaged', false, 'Wall or corner guard damaged', 'wallcovering_damage', NULL, 'Patch the wall or replace the corner guard.'),
  ('common_areas', 3, 'All lights work', false, 'Light out', 'lighting_out', NULL, 'Replace the lamp, driver or fitting.'),
  ('common_areas', 4, 'Corridor is clear for at least 36 in', true, 'Corridor narrower than 36 in', 'blocked_exit', NULL, 'Clear the corridor to at least 36 in.'),
  ('common_areas', 5, 'Exit and stair doors close and latch', true, 'Exit or stair door does not close or latch', 'door_hardware', 'low', 'Adjust the closer and latch.'),
  ('common_areas', 6, 'Exit signs are lit', true, 'Exit sign not lit', 'missing_signage', 'high', 'Replace the lamp or battery of the exit sign.'),
  ('common_areas', 7, 'Extinguisher is in its cabinet and in date', true, 'Extinguisher not in its cabinet or out of date', 'expired_tag', NULL, 'Service and tag the extinguisher, or put a new one in the cabinet.'),
  ('common_areas', 8, 'Handrails are firm and stair nosings undamaged', true, 'Handrail loose or stair nosing damaged', 'trip_hazard', NULL, 'Fix the handrail and replace the nosing.'),
  ('common_areas', 9, 'Elevator cab and buttons are undamaged, certificate is current', false, 'Elevator cab or button damaged, or certificate expired', 'fixture_broken', NULL, 'Repair the cab or buttons and renew the certificate.'),
  ('common_areas', 10, 'Room numbers are present', false, 'Room number missing', 'missing_signage', 'high', 'Fit the room number.'),
  ('common_areas', 11, 'Ice and vending areas are dry and clean', false, 'Ice or vending area wet or dirty', 'dirt', NULL, 'Dry and clean the area.'),
  ('common_areas', 12, 'Restrooms are clean and work', false, 'Restroom dirty or not working', 'fixture_broken', NULL, 'Clean the restroom and repair the fixture.'),
  ('fitness_center', 1, 'Machines have no torn pads or frayed cables', true, 'Machine with torn pad or frayed cable', 'fixture_broken', NULL, 'Take the machine out of use and replace the pad or cable.'),
  ('fitness_center', 2, 'Space behind treadmills is clear', false, 'Space behind treadmill not clear', 'clutter', NULL, 'Clear the space behind the treadmill.'),
  ('fitness_center', 3, 'Emergency stop is present', true, 'Emergency stop missing', 'fixture_broken', NULL, 'Take the machine out of use and fit the emergency stop.'),
  ('fitness_center', 4, 'Floor mats lie flat', false, 'Floor mat uneven', 'trip_hazard', NULL, 'Lay the mat flat or replace it.'),
  ('fitness_center', 5, 'Mirrors are not cracked', false, 'Mirror cracked', 'glass_damage', NULL, 'Replace the mirror.'),
  ('fitness_center', 6, 'Weights are racked', false, 'Weights not racked', 'clutter', NULL, 'Rack the weights.'),
  ('fitness_center', 7, 'Rules sign is posted', false, 'Rules sign missing', 'missing_signage', 'low', 'Post the rules sign.'),
  ('fitness_center', 8, 'First-aid kit or AED is in view', false, 'First-aid kit or AED not in view', 'other', NULL, 'Put a first-aid kit or AED where it is seen.'),
  ('fitness_center', 9, 'Wipes and waste bin are available', false, 'Wipes or waste bin missing', 'other', NULL, 'Provide wipes and a waste bin.'),
  ('fitness_center', 10, 'Towels and hamper are available', false, 'Towels or hamper missing', 'other', NULL, 'Provide towels and a hamper.'),
  ('fitness_center', 11, 'Outlets and cords are safe', true, 'Outlet or cord unsafe', 'electrical_exposed', NULL, 'Take it out of use and have an electrician replace it.'),
  ('fitness_center', 12, 'Ceiling has no stains', false, 'Ceiling stained', 'water_damage', NULL, 'Find and stop the leak, then patch and paint the ceiling.'),
  ('pool', 1, 'Drain cover is intact and visible through clear water', true, 'Drain cover damaged or not visible', 'pool_safety', NULL, 'Close the pool and fit a compliant drain cover.'),
  ('pool', 2, 'Fence is intact and the gate latches by itself', true, 'Fence damaged or gate does not latch', 'pool_safety', NULL, 'Repair the fence and the self-latching gate.'),
  ('pool', 3, 'Depth marks are on deck and wall', false, 'Depth marks missing', 'pool_safety', NULL, 'Mark the depth on deck and wall.'),
  ('pool', 4, 'No-diving and rules signs are posted', true, 'No-diving or rules sign missing', 'pool_safety', NULL, 'Post the no-diving and rules signs.'),
  ('pool', 5, 'Rescue hook is present', true, 'Rescue hook missing', 'pool_safety', NULL, 'Put the rescue hook in its place.'),
  ('pool', 6, 'Ring buoy with rope is present', true, 'Ring buoy or rope missing', 'pool_safety', NULL, 'Put a ring buoy with rope in its place.'),
  ('pool', 7, 'Emergency phone works', false, 'Emergency phone does not work', 'fixture_broken', NULL, 'Repair or replace the emergency phone.'),
  ('pool', 8, 'Deck has no cracks, ponding or trip hazards', false, 'Deck cracked, ponding or uneven', 'floor_damage', NULL, 'Patch and level the deck.'),
  ('pool', 9, 'Coping and tile are intact', false, 'Coping or tile damaged', 'broken_tile', NULL, 'Replace the damaged coping or tile.'),
  ('pool', 10, 'Ladders and rails are firm', false, 'Ladder or rail loose', 'pool_safety', NULL, 'Fix or replace the ladder or rail.'),
  ('pool', 11, 'Accessible entry is in place', false, 'Accessible entry missing', 'accessibility', NULL, 'Put the accessible entry back in place.'),
  ('pool', 12, 'Furniture is undamaged', false, 'Pool furniture damaged', 'casegoods_damage', NULL, 'Repair or replace the piece.'),
  ('pool', 13, 'Chemicals are locked and labeled', false, 'Chemicals not locked or labeled', 'pool_safety', NULL, 'Lock and label the chemicals.'),
  ('restaurant', 1, 'Tables and chairs are undamaged', false, 'Table or chair damaged', 'casegoods_damage', NULL, 'Repair or replace the piece.'),
  ('restaurant', 2, 'Floor is clean and undamaged', false, 'Floor dirty or damaged', 'floor_damage', NULL, 'Clean or patch the floor.'),
  ('restaurant', 3, 'Walls and ceiling are clean and undamaged', false, 'Wall or ceiling dirty or damaged', 'wallcovering_damage', NULL, 'Clean, patch and touch up the wall or ceiling.'),
  ('restaurant', 4, 'All lights work', false, 'Light out', 'lighting_out', NULL, 'Replace the lamp, driver or fitting.'),
  ('restaurant', 5, 'Buffet and sneeze guards are intact', false, 'Buffet or sneeze guard damaged', 'glass_damage', NULL, 'Replace the damaged guard.'),
  ('restaurant', 6, 'Equipment is clean and does not drip', false, 'Equipment dirty or dripping', 'fixture_broken', NULL, 'Clean the equipment and repair the leak.'),
  ('restaurant', 7, 'Exits are clear', true, 'Exit not clear', 'blocked_exit', NULL, 'Clear the exit and keep it clear.'),
  ('restaurant', 8, 'Hood and ducts are free of grease, tag is in date', true, 'Hood or duct greasy, or tag out of date', 'expired_tag', NULL, 'Have the hood and ducts cleaned and tagged.'),
  ('restaurant', 9, 'Class K extinguisher is near the cooking line', true, 'Class K extinguisher missing from the cooking line', 'missing_extinguisher', NULL, 'Put a class K extinguisher near the cooking line.'),
  ('restaurant', 10, 'Drains have no standing water', false, 'Standing water in a drain', 'leak', NULL, 'Clear the drain.'),
  ('restaurant', 11, 'Food is covered and off the floor', false, 'Food uncovered or on the floor', 'dirt', NULL, 'Cover the food and store it off the floor.'),
  ('restaurant', 12, 'Hand-wash sink is stocked', false, 'Hand-wash sink not stocked', 'other', NULL, 'Stock the sink with soap and towels.'),
  ('restaurant', 13, 'No signs of pests', false, 'Signs of pests', 'pest', NULL, 'Have the area treated and close the way in.'),
  ('meeting_rooms', 1, 'Carpet is free of stains and loose seams', false, 'Carpet stained or seam loose', 'carpet_wear', NULL, 'Clean the carpet and mend the seam, or replace it.'),
  ('meeting_rooms', 2, 'Movable walls and tracks work', false, 'Movable wall or track does not work', 'fixture_broken', NULL, 'Repair the wall or its track.'),
  ('meeting_rooms', 3, 'Wallcovering is undamaged', false, 'Wallcovering damaged', 'wallcovering_damage', NULL, 'Mend or replace the wallcovering.'),
  ('meeting_rooms', 4, 'Ceiling tiles and projector mount are in place', false, 'Ceiling tile or projector mount out of place', 'other', NULL, 'Refit the tile or mount.'),
  ('meeting_rooms', 5, 'Lights and dimmers work', false, 'Light or dimmer does not work', 'lighting_out', NULL, 'Replace the lamp, driver or dimmer.'),
  ('meeting_rooms', 6, 'Chairs and tables are undamaged', false, 'Chair or table damaged', 'casegoods_damage', NULL, 'Repair or replace the piece.'),
  ('meeting_rooms', 7, 'Screen or display is undamaged', false, 'Screen or display damaged', 'fixture_broken', NULL, 'Repair or replace the screen.'),
  ('meeting_rooms', 8, 'Floor boxes and outlets are covered', true, 'Floor box or outlet uncovered', 'electrical_exposed', NULL, 'Cover the floor box or outlet.'),
  ('meeting_rooms', 9, 'Cables are taped down', true, 'Cable not taped down', 'trip_hazard', NULL, 'Tape down or reroute the cable.'),
  ('meeting_rooms', 10, 'Exits are unlocked, clear and signed', true, 'Exit locked, blocked or unsigned', 'blocked_exit', NULL, 'Unlock and clear the exit and sign it.'),
  ('meeting_rooms', 11, 'Occupancy limit is posted', false, 'Occupancy limit not posted', 'missing_signage', 'low', 'Post the occupancy limit.'),
  ('meeting_rooms', 12, 'Door hardware and panic bars work', true, 'Door hardware or panic bar does not work', 'door_hardware', 'low', 'Adjust or replace the panic bar.'),
  ('exterior', 1, 'Facade has no cracks, spalls or peeling', false, 'Facade cracked, spalled or peeling', 'spall', NULL, 'Patch and repaint the facade.'),
  ('exterior', 2, 'Windows and sealant are intact', false, 'Window or sealant damaged', 'glass_damage', NULL, 'Replace the pane or renew the sealant.'),
  ('exterior', 3, 'Roof edge, gutters and downspouts are intact', false, 'Roof edge, gutter or downspout damaged', 'leak', NULL, 'Repair the roof edge, gutter or downspout.'),
  ('exterior', 4, 'Entrance canopy and its lights are intact', false, 'Entrance canopy or its light damaged', 'lighting_out', NULL, 'Repair the canopy and its lights.'),
  ('exterior', 5, 'Building and monument signs are lit and current', false, 'Building or monument sign unlit or outdated', 'signage_damage', NULL, 'Repair or replace the sign.'),
  ('exterior', 6, 'Paving has no potholes or trip edges', true, 'Pothole or trip edge in paving', 'trip_hazard', NULL, 'Patch the paving level.'),
  ('exterior', 7, 'Striping, accessible stalls and signs are visible', false, 'Striping, accessible stall or sign not visible', 'accessibility', NULL, 'Renew the striping and signs of the accessible stalls.'),
  ('exterior', 8, 'Curb ramps are intact', false, 'Curb ramp damaged', 'accessibility', NULL, 'Repair the curb ramp.'),
  ('exterior', 9, 'Site lighting works', true, 'Site light does not work', 'lighting_out', NULL, 'Replace the lamp, driver or fitting.'),
  ('exterior', 10, 'Landscaping is maintained', false, 'Landscaping not maintained', 'dirt', NULL, 'Trim and clean the landscaping.'),
  ('exterior', 11, 'No litter or weeds', false, 'Litter or weeds', 'dirt', NULL, 'Remove the litter and weeds.'),
  ('exterior', 12, 'Dumpster enclosure closes', false, 'Dumpster enclosure does not close', 'door_hardware', 'low', 'Repair the gate of the enclosure.'),
  ('exterior', 13, 'Balcony and stair rails are firm', true, 'Balcony or stair rail loose', 'trip_hazard', NULL, 'Close the balcony or stair and fix the rail.'),
  ('exterior', 14, 'Fire lane, hydrant and fire department connection are clear', true, 'Fire lane, hydrant or fire department connection blocked', 'blocked_exit', NULL, 'Clear the fire lane, hydrant and connection.'),
  ('back_of_house', 1, 'Aisles are clear', true, 'Aisle blocked', 'blocked_exit', NULL, 'Clear the aisle and keep it clear.'),
  ('back_of_house', 2, 'Chemicals are closed and labeled, safety data sheets at hand', false, 'Chemicals open or unlabeled, or safety data sheets missing', 'missing_signage', 'low', 'Close and label the chemicals and post their safety data sheets.'),
  ('back_of_house', 3, 'Eyewash is within reach', true, 'Eyewash out of reach', 'fixture_broken', NULL, 'Clear the way to the eyewash, or fit one within reach.'),
  ('back_of_house', 4, 'Electrical panels are covered and clear for 36 in', true, 'Electrical panel uncovered or blocked', 'electrical_exposed', NULL, 'Cover the panel and clear 36 in before it.'),
  ('back_of_house', 5, 'Laundry lint traps are clean', true, 'Laundry lint trap not clean', 'dirt', NULL, 'Clean the lint trap and dryer duct.'),
  ('back_of_house', 6, 'Boiler certificate is current', false, 'Boiler certificate expired', 'expired_tag', NULL, 'Have the boiler inspected and its certificate renewed.'),
  ('back_of_house', 7, 'Storage is 18 in or more below sprinklers', true, 'Storage closer than 18 in to a sprinkler', 'clutter', NULL, 'Lower the storage to 18 in or more below the sprinklers.'),
  ('back_of_house', 8, 'Fire doors are not propped open', true, 'Fire door propped open', 'door_hardware', 'low', 'Remove the wedge and let the door close by itself.'),
  ('back_of_house', 9, 'Pipes have no leaks or corrosion', false, 'Pipe leaking or corroded', 'leak', NULL, 'Repair the leak and replace the corroded pipe.'),
  ('back_of_house', 10, 'Floor drains are clear', false, 'Floor drain blocked', 'leak', NULL, 'Clear the drain.'),
  ('back_of_house', 11, 'Staff rooms are clean', false, 'Staff room dirty', 'dirt', NULL, 'Clean the room.'),
  ('back_of_house', 12, 'No pests or waste', false, 'Pests or waste', 'pest', NULL, 'Remove the waste and have the area treated.'),
  ('back_of_house', 13, 'Loading dock edge and bumpers are intact', false, 'Loading dock edge or bumper damaged', 'floor_damage', NULL, 'Repair the dock edge and bumper.'),
  ('back_of_house', 14, 'Ladders and machine guards are in place', true, 'Ladder or machine guard missing or damaged', 'fixture_broken', NULL, 'Take it out of use and replace the guard.'),
  ('safety_equipment', 1, 'Extinguishers are in place, gauge in the green, pin and seal intact, tag within 12 months', true, 'Extinguisher missing, damaged or out of date', 'expired_tag', NULL, 'Service and tag the extinguisher, or put a new one in its place.'),
  ('safety_equipment', 2, 'An extinguisher is within 75 ft of every point', true, 'No extinguisher within 75 ft', 'missing_extinguisher', NULL, 'Add an extinguisher within 75 ft of every point.'),
  ('safety_equipment', 3, 'Pull stations are visible and clear', true, 'Pull station hidden or blocked', 'clutter', NULL, 'Clear the way to the pull station.'),
  ('safety_equipment', 4, 'Fire panel shows normal', true, 'Fire panel shows a fault', 'fixture_broken', NULL, 'Have the fire alarm contractor clear the fault.'),
  ('safety_equipment', 5, 'Detectors are uncovered', true, 'Detector covered', 'clutter', NULL, 'Uncover or replace the detector.'),
  ('safety_equipment', 6, 'Sprinklers are clear, riser tag is in date', true, 'Sprinkler blocked or riser tag out of date', 'expired_tag', NULL, 'Clear the sprinklers and have the riser inspected and tagged.'),
  ('safety_equipment', 7, 'Exit signs and emergency lights work', true, 'Exit sign or emergency light does not work', 'missing_signage', 'high', 'Replace the lamp or battery of the sign or light.'),
  ('safety_equipment', 8, 'Evacuation plans match the building', true, 'Evacuation plan does not match the building', 'missing_signage', 'low', 'Redraw the evacuation plan and post it.'),
  ('safety_equipment', 9, 'First-aid kit and AED are in date', false, 'First-aid kit or AED out of date', 'expired_tag', NULL, 'Renew the first-aid kit and the AED pads and battery.'),
  ('safety_equipment', 10, 'CO alarms are present where fuel burns', true, 'CO alarm missing where fuel burns', 'fixture_broken', NULL, 'Fit a CO alarm.'),
  ('safety_equipment', 11, 'Emergency phones work', false, 'Emergency phone does not work', 'fixture_broken', NULL, 'Repair or replace the emergency phone.'),
  ('safety_equipment', 12, 'Kitchen suppression tag is within 6 months', true, 'Kitchen suppression tag older than 6 months', 'expired_tag', NULL, 'Have the kitchen suppression system serviced and tagged.')
) AS item (code, sort_order, title, critical, finding_title, category, priced_as, action)
WHERE inspection_areas.code = item.code AND area_checklist_items.area_id = inspection_areas.id
  AND area_checklist_items.sort_order = item.sort_order;
--> statement-breakpoint
ALTER TABLE "area_checklist_items" ALTER COLUMN "finding_title" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_checklist_items" ALTER COLUMN "category" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_checklist_items" ALTER COLUMN "action" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_checklist_items" ADD CONSTRAINT "checklist_items_category_check" CHECK ("area_checklist_items"."category" in ('crack', 'spall', 'stain', 'water_damage', 'mould', 'peeling_paint', 'wallcovering_damage', 'corrosion', 'broken_tile', 'grout_caulk', 'carpet_wear', 'floor_damage', 'upholstery_damage', 'casegoods_damage', 'glass_damage', 'lighting_out', 'fixture_broken', 'leak', 'hvac', 'clutter', 'dirt', 'pest', 'trip_hazard', 'blocked_exit', 'missing_extinguisher', 'expired_tag', 'missing_signage', 'signage_damage', 'electrical_exposed', 'door_hardware', 'pool_safety', 'accessibility', 'other'));--> statement-breakpoint
ALTER TABLE "area_checklist_items" ADD CONSTRAINT "checklist_items_priced_as_check" CHECK ("area_checklist_items"."priced_as" in ('critical', 'high', 'medium', 'low'));--> statement-breakpoint
-- Findings of failed checks that nobody has put into other words.
UPDATE inspection_issues SET title = items.finding_title, category = items.category, recommended_action = items.action
FROM area_checklist_items AS items
WHERE items.id = inspection_issues.checklist_item_id AND inspection_issues.changed_at IS NULL
  AND inspection_issues.title LIKE 'Not met: %';
--> statement-breakpoint
-- A posted document costs less than a sign that is fitted: the severity tells them apart. A line that somebody has edited stays.
INSERT INTO cost_catalogue (category, from_severity, action, unit, cost_low, cost_high, days_on_site, lead_days, ffe)
SELECT category, 'high', action, unit, cost_low, cost_high, days_on_site, lead_days, ffe FROM cost_catalogue
WHERE (category, from_severity, action, unit, cost_low, cost_high, days_on_site, lead_days, ffe)
  = ('missing_signage', 'low', 'Fit an exit sign or emergency light', 'each', 80, 250, 0.25, 0, false)
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE cost_catalogue SET action = line.action, cost_low = line.cost_low, cost_high = line.cost_high, lead_days = line.lead_days
FROM (VALUES
  ('crack', 'high', 'Have an engineer look at it first', 500, 1500, 10, 'Structural engineer site visit', 500, 1500, 10),
  ('spall', 'low', 'Patch the concrete or render', 200, 900, 0, 'Patch concrete or stucco', 200, 900, 0),
  ('stain', 'low', 'Extract the stain', 60, 150, 0, 'Hot-water extract carpet', 60, 150, 0),
  ('missing_extinguisher', 'low', 'Provide a new unit', 40, 400, 0, 'Provide a new extinguisher', 60, 150, 0),
  ('expired_tag', 'low', 'Recharge and tag, or replace the unit', 40, 400, 0, 'Service and tag', 15, 75, 0),
  ('missing_signage', 'low', 'Fit an exit sign or emergency light', 80, 250, 0, 'Post the document', 10, 40, 0),
  ('hvac', 'high', 'Replace the PTAC unit', 999, 1250, 0, 'Replace the PTAC unit', 999, 1250, 15)
) AS line (category, from_severity, seed_action, seed_low, seed_high, seed_lead, action, cost_low, cost_high, lead_days)
WHERE cost_catalogue.category = line.category AND cost_catalogue.from_severity = line.from_severity
  AND cost_catalogue.action = line.seed_action AND cost_catalogue.cost_low = line.seed_low
  AND cost_catalogue.cost_high = line.seed_high AND cost_catalogue.lead_days = line.seed_lead;
