DROP INDEX retail_sources_by_user;
CREATE INDEX retail_sources_by_user ON retail_sources (user_id);
