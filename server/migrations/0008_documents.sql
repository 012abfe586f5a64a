ALTER TABLE "photos" ADD COLUMN "page_count" integer;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_page_count_check" CHECK ("photos"."page_count" > 0);