#!/bin/sh
# Runs once, in an empty database. Quarry's role owns its database and is not a superuser.
set -eu
psql --username postgres --set password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE quarry LOGIN PASSWORD :'password';
CREATE DATABASE quarry OWNER quarry;
SQL
