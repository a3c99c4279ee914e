DROP INDEX jobs_ingests_by_user;
