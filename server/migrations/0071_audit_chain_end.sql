-- By hand: takes the lock of the chain and reads its end after that, in one call. A single query would read what was there
-- before it waited for the lock; each query of a function sees what was committed before that query.
CREATE FUNCTION lock_audit_chain(lock_id integer) RETURNS TABLE (head jsonb, last jsonb) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(lock_id);
  RETURN QUERY SELECT
    (SELECT to_jsonb(h) FROM audit_head h),
    (SELECT jsonb_build_object('seq', l.seq, 'hash', l.hash) FROM audit_logs l ORDER BY l.seq DESC LIMIT 1);
END $$;
