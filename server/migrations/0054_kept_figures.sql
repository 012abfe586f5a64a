CREATE TABLE "inspection_counts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"flagged" boolean NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scope_figures" (
	"scope_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"photos" integer DEFAULT 0 NOT NULL,
	"usable_photos" integer DEFAULT 0 NOT NULL,
	"pending_photos" integer DEFAULT 0 NOT NULL,
	"last_evidence_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"critical" integer DEFAULT 0 NOT NULL,
	"critical_answered" integer DEFAULT 0 NOT NULL,
	"requirements" integer DEFAULT 0 NOT NULL,
	"requirements_met" integer DEFAULT 0 NOT NULL,
	"open_findings" integer DEFAULT 0 NOT NULL,
	"worst" text,
	"score" double precision
);
--> statement-breakpoint
CREATE INDEX "scope_figures_version_index" ON "scope_figures" USING btree ("version");--> statement-breakpoint
CREATE INDEX "inspections_waiting_index" ON "inspections" USING btree (coalesce("completed_at", "created_at")) WHERE "inspections"."status" = 'pending_review';--> statement-breakpoint
-- A row for each scope there is; what it adds up to is counted by the server.
INSERT INTO scope_figures (scope_id) SELECT id FROM area_sessions UNION ALL SELECT id FROM inspections WHERE area_session_id IS NULL;
--> statement-breakpoint
CREATE FUNCTION keep_scope_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM scope_figures WHERE scope_id = OLD.id;
  ELSE
    INSERT INTO scope_figures (scope_id) VALUES (NEW.id) ON CONFLICT (scope_id) DO UPDATE SET version = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER area_sessions_figures AFTER INSERT OR DELETE OR UPDATE OF area_id, run_id ON area_sessions
  FOR EACH ROW EXECUTE FUNCTION keep_scope_figures();
--> statement-breakpoint
CREATE TRIGGER inspections_figures AFTER INSERT OR UPDATE OF area ON inspections
  FOR EACH ROW WHEN (NEW.area_session_id IS NULL) EXECUTE FUNCTION keep_scope_figures();
--> statement-breakpoint
CREATE TRIGGER inspections_figures_end AFTER DELETE ON inspections
  FOR EACH ROW EXECUTE FUNCTION keep_scope_figures();
--> statement-breakpoint
-- Photos, findings and checklist answers, which belong to an area session or a standalone inspection.
CREATE FUNCTION outdate_figures_of_scope() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE scope_figures SET version = 0 WHERE scope_id = coalesce(OLD.area_session_id, OLD.inspection_id);
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND coalesce(NEW.area_session_id, NEW.inspection_id)
      IS DISTINCT FROM coalesce(OLD.area_session_id, OLD.inspection_id)) THEN
    UPDATE scope_figures SET version = 0 WHERE scope_id = coalesce(NEW.area_session_id, NEW.inspection_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER photos_figures AFTER INSERT OR DELETE
  OR UPDATE OF area_session_id, inspection_id, content_type, analysis_status, ai_analysis, created_at ON photos
  FOR EACH ROW EXECUTE FUNCTION outdate_figures_of_scope();
--> statement-breakpoint
CREATE TRIGGER findings_figures AFTER INSERT OR DELETE OR UPDATE ON inspection_issues
  FOR EACH ROW EXECUTE FUNCTION outdate_figures_of_scope();
--> statement-breakpoint
CREATE TRIGGER checklist_results_figures AFTER INSERT OR DELETE OR UPDATE ON area_checklist_results
  FOR EACH ROW EXECUTE FUNCTION outdate_figures_of_scope();
--> statement-breakpoint
CREATE FUNCTION outdate_figures_of_area() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE scope_figures SET version = 0 WHERE scope_id = OLD.area_session_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE scope_figures SET version = 0 WHERE scope_id = NEW.area_session_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER requirement_evidence_figures AFTER INSERT OR DELETE OR UPDATE ON requirement_evidence
  FOR EACH ROW EXECUTE FUNCTION outdate_figures_of_area();
--> statement-breakpoint
CREATE FUNCTION outdate_figures_of_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE scope_figures SET version = 0
      WHERE scope_id = (SELECT coalesce(area_session_id, id) FROM inspections WHERE id = OLD.inspection_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE scope_figures SET version = 0
      WHERE scope_id = (SELECT coalesce(area_session_id, id) FROM inspections WHERE id = NEW.inspection_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER recordings_figures AFTER INSERT OR DELETE OR UPDATE OF inspection_id, created_at ON recordings
  FOR EACH ROW EXECUTE FUNCTION outdate_figures_of_recording();
--> statement-breakpoint
CREATE FUNCTION outdate_figures_of_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE scope_figures SET version = 0 WHERE scope_id IN (
    SELECT s.id FROM area_sessions s JOIN property_inspection_runs r ON r.id = s.run_id
    WHERE r.case_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.case_id ELSE NEW.case_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER case_requirements_figures AFTER INSERT OR DELETE OR UPDATE ON case_requirements
  FOR EACH ROW EXECUTE FUNCTION outdate_figures_of_case();
--> statement-breakpoint
CREATE FUNCTION outdate_figures_of_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE scope_figures SET version = 0 WHERE scope_id IN (SELECT id FROM area_sessions WHERE run_id = NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_figures AFTER UPDATE OF case_id ON property_inspection_runs
  FOR EACH ROW WHEN (NEW.case_id IS DISTINCT FROM OLD.case_id) EXECUTE FUNCTION outdate_figures_of_run();
--> statement-breakpoint
CREATE FUNCTION outdate_all_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE scope_figures SET version = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER checklist_items_figures AFTER INSERT OR DELETE OR UPDATE ON area_checklist_items
  FOR EACH STATEMENT EXECUTE FUNCTION outdate_all_figures();
--> statement-breakpoint
CREATE TRIGGER areas_figures AFTER UPDATE ON inspection_areas
  FOR EACH STATEMENT EXECUTE FUNCTION outdate_all_figures();
--> statement-breakpoint
INSERT INTO inspection_counts (status, flagged, change)
  SELECT status, flagged_at IS NOT NULL, count(*) FROM inspections GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION count_inspection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO inspection_counts (status, flagged, change) VALUES (OLD.status, OLD.flagged_at IS NOT NULL, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO inspection_counts (status, flagged, change) VALUES (NEW.status, NEW.flagged_at IS NOT NULL, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER inspections_counted AFTER INSERT OR DELETE ON inspections FOR EACH ROW EXECUTE FUNCTION count_inspection();
--> statement-breakpoint
CREATE TRIGGER inspections_recounted AFTER UPDATE OF status, flagged_at ON inspections FOR EACH ROW
  WHEN (NEW.status <> OLD.status OR (NEW.flagged_at IS NULL) <> (OLD.flagged_at IS NULL)) EXECUTE FUNCTION count_inspection();
