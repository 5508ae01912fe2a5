#!/bin/sh
# Runs once, when the volume of PostgreSQL is empty: Manilla and Temporal each log in to databases of their own, and neither is
# a superuser. `manilla` may make roles, because `migrate` makes the programs' login.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres \
  -v manilla="$MANILLA_OWNER_PASSWORD" -v temporal="$TEMPORAL_PASSWORD" << 'SQL'
create role manilla login createrole password :'manilla';
create role temporal login password :'temporal';
create database manilla owner manilla;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
revoke connect, temporary on database manilla, temporal, temporal_visibility from public;
grant connect on database manilla to manilla;
grant connect on database temporal, temporal_visibility to temporal;
SQL
