DROP INDEX "finding_sums_day_index";--> statement-breakpoint
DROP INDEX "inspection_sums_day_index";--> statement-breakpoint
CREATE INDEX "finding_sums_period_index" ON "finding_sums" USING btree ("day","category","area","open_critical","open_high","open_medium","open_low","standing","repeated","ai_confirmed","ai_dismissed","ai_undecided");--> statement-breakpoint
CREATE INDEX "inspection_sums_period_index" ON "inspection_sums" USING btree ("day","property_id","area","scored","score_sum","in_progress","pending_review","approved","requires_action");