create index concurrently if not exists kept_event_erased on kept_event (tenant_id, feed_position) where type = 'member.erased';
