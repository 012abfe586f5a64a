CREATE TABLE "finding_sums" (
	"property_id" uuid NOT NULL,
	"area_id" uuid NOT NULL,
	"day" date NOT NULL,
	"area" text NOT NULL,
	"category" text NOT NULL,
	"open_critical" integer NOT NULL,
	"open_high" integer NOT NULL,
	"open_medium" integer NOT NULL,
	"open_low" integer NOT NULL,
	"standing" integer NOT NULL,
	"repeated" integer NOT NULL,
	"ai_confirmed" integer NOT NULL,
	"ai_dismissed" integer NOT NULL,
	"ai_undecided" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inspection_sums" (
	"property_id" uuid NOT NULL,
	"area_id" uuid NOT NULL,
	"day" date NOT NULL,
	"area" text NOT NULL,
	"in_progress" integer NOT NULL,
	"pending_review" integer NOT NULL,
	"approved" integer NOT NULL,
	"requires_action" integer NOT NULL,
	"scored" integer NOT NULL,
	"score_sum" double precision NOT NULL,
	"scores" double precision[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_sums" (
	"property_id" uuid NOT NULL,
	"phase" text NOT NULL,
	"items" integer NOT NULL,
	"cost_cents" bigint NOT NULL,
	"cost_low_cents" bigint NOT NULL,
	"cost_high_cents" bigint NOT NULL,
	CONSTRAINT "item_sums_property_id_phase_pk" PRIMARY KEY("property_id","phase")
);
--> statement-breakpoint
CREATE TABLE "summed_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"property_id" uuid NOT NULL,
	"area_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "finding_sums_unit_index" ON "finding_sums" USING btree ("property_id","area_id");--> statement-breakpoint
CREATE INDEX "finding_sums_day_index" ON "finding_sums" USING btree ("day");--> statement-breakpoint
CREATE INDEX "inspection_sums_unit_index" ON "inspection_sums" USING btree ("property_id","area_id");--> statement-breakpoint
CREATE INDEX "inspection_sums_day_index" ON "inspection_sums" USING btree ("day");--> statement-breakpoint
CREATE INDEX "pip_items_completed_index" ON "pip_items" USING btree ("completed_at") WHERE "pip_items"."status" = 'completed';--> statement-breakpoint
-- By hand: everything there is waits to be summed, and triggers note what changes. Several notes of one transaction are summed once.
INSERT INTO summed_changes (property_id, area_id)
  SELECT DISTINCT property_id, area_id FROM area_sessions
  UNION ALL
  SELECT DISTINCT property_id, '00000000-0000-0000-0000-000000000000'::uuid FROM inspections WHERE area_session_id IS NULL
  UNION ALL
  SELECT DISTINCT property_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid FROM pip_reports;
--> statement-breakpoint
CREATE FUNCTION note_summed_change(session uuid, inspection uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO summed_changes (property_id, area_id)
    SELECT property_id, area_id FROM area_sessions WHERE id = session
    UNION ALL
    SELECT property_id, '00000000-0000-0000-0000-000000000000'::uuid FROM inspections WHERE id = inspection AND session IS NULL;
$$;
--> statement-breakpoint
CREATE FUNCTION note_changed_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM note_summed_change(OLD.area_session_id, OLD.inspection_id); END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND (NEW.area_session_id, NEW.inspection_id)
      IS DISTINCT FROM (OLD.area_session_id, OLD.inspection_id)) THEN
    PERFORM note_summed_change(NEW.area_session_id, NEW.inspection_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER findings_summed AFTER INSERT OR DELETE OR UPDATE OF area_session_id, inspection_id, category, severity, status, source,
  merged_into, decided_by, created_at ON inspection_issues FOR EACH ROW EXECUTE FUNCTION note_changed_finding();
--> statement-breakpoint
-- A standalone inspection that is deleted is no longer there to be looked up.
CREATE FUNCTION note_changed_inspection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO summed_changes (property_id, area_id) VALUES (OLD.property_id, coalesce(
      (SELECT area_id FROM area_sessions WHERE id = OLD.area_session_id), '00000000-0000-0000-0000-000000000000'::uuid));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO summed_changes (property_id, area_id) VALUES (NEW.property_id, coalesce(
      (SELECT area_id FROM area_sessions WHERE id = NEW.area_session_id), '00000000-0000-0000-0000-000000000000'::uuid));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inspections_summed AFTER INSERT OR DELETE OR UPDATE OF property_id, area_session_id, area, status, created_at ON inspections
  FOR EACH ROW EXECUTE FUNCTION note_changed_inspection();
--> statement-breakpoint
-- The scope of a figure is an area session or a standalone inspection.
CREATE FUNCTION note_changed_score() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_summed_change(NEW.scope_id, NULL);
  PERFORM note_summed_change(NULL, NEW.scope_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER scores_summed AFTER INSERT ON scope_figures FOR EACH ROW
  WHEN (NEW.score IS NOT NULL) EXECUTE FUNCTION note_changed_score();
--> statement-breakpoint
CREATE TRIGGER scores_summed_anew AFTER UPDATE OF score ON scope_figures FOR EACH ROW
  WHEN (NEW.score IS DISTINCT FROM OLD.score) EXECUTE FUNCTION note_changed_score();
--> statement-breakpoint
CREATE FUNCTION note_changed_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO summed_changes (property_id, area_id) VALUES (OLD.property_id, OLD.area_id), (NEW.property_id, NEW.area_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER area_sessions_summed AFTER UPDATE OF property_id, area_id ON area_sessions FOR EACH ROW
  WHEN ((NEW.property_id, NEW.area_id) IS DISTINCT FROM (OLD.property_id, OLD.area_id)) EXECUTE FUNCTION note_changed_session();
--> statement-breakpoint
CREATE FUNCTION note_changed_areas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO summed_changes (property_id, area_id)
    SELECT DISTINCT property_id, area_id FROM area_sessions
    UNION ALL
    SELECT DISTINCT property_id, '00000000-0000-0000-0000-000000000000'::uuid FROM inspections WHERE area_session_id IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER areas_summed AFTER INSERT OR DELETE OR UPDATE ON inspection_areas
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_areas();
--> statement-breakpoint
CREATE FUNCTION note_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO summed_changes (property_id, area_id)
      SELECT property_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff' FROM pip_reports WHERE id = OLD.pip_report_id;
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.pip_report_id <> OLD.pip_report_id) THEN
    INSERT INTO summed_changes (property_id, area_id)
      SELECT property_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff' FROM pip_reports WHERE id = NEW.pip_report_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plan_items_summed AFTER INSERT OR DELETE OR UPDATE OF pip_report_id, status, priority, horizon_months, estimated_cost_cents,
  cost_low_cents, cost_high_cents ON pip_items FOR EACH ROW EXECUTE FUNCTION note_changed_item();
--> statement-breakpoint
-- The items of a plan that is deleted go after it.
CREATE FUNCTION note_changed_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO summed_changes (property_id, area_id) VALUES (OLD.property_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER plans_summed AFTER DELETE ON pip_reports FOR EACH ROW EXECUTE FUNCTION note_changed_plan();
