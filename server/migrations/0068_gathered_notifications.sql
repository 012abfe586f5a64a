ALTER TABLE "notifications" ADD COLUMN "gathered_under" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "gathered" integer DEFAULT 1 NOT NULL;