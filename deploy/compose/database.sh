#!/bin/bash
# The first start of PostgreSQL runs this: the service gets a role of its own, which may do nothing but own its database.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" --username postgres <<'SQL'
create role team_api login password :'password';
create database team_api owner team_api;
revoke connect on database team_api from public;
SQL
