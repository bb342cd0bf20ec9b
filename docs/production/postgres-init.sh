#!/bin/sh
# Runs once, in an empty database: the role that Quarry uses owns its database and is no superuser.
set -eu
psql --username postgres --set password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE quarry LOGIN PASSWORD :'password';
CREATE DATABASE quarry OWNER quarry;
SQL
