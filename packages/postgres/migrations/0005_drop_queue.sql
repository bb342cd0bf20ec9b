-- The queue of earlier versions, which held no more than announcements of rows in "jobs".
DROP SCHEMA IF EXISTS "pgboss" CASCADE;
