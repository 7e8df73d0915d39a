#!/bin/sh
# Starts mongod as a replica set of one node whose members know each other by a key. mongo-health.js does the rest.
set -eu
umask 077
printf '%s\n' "$MONGO_REPLICA_KEY" >/tmp/replica.key
unset MONGO_REPLICA_KEY
exec mongod --replSet rs0 --keyFile /tmp/replica.key --bind_ip_all --dbpath /data/db --wiredTigerCacheSizeGB "${MONGO_CACHE_GB:-0.5}"
