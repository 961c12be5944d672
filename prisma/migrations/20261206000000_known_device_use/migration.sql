-- For housekeeping, which removes devices a year after their last use.
create index known_device_use on known_device (last_used_at);
