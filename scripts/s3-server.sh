#!/usr/bin/env bash
# An S3 server for the tests: Ceph's object gateway over one monitor and one storage daemon that keeps all in memory.
#
#   scripts/s3-server.sh FOLDER PORT MONITOR_PORT ACCESS_KEY SECRET_KEY
#
# Holds 2 GiB, or as many as S3_SERVER_GIBIBYTES says. Stays in the foreground, prints its address as one line once it
# answers, and ends, with all its processes, when its standard input is closed. FOLDER must not exist; it is removed at
# the end. Needs the programs of Debian's packages ceph-mon, ceph-osd, radosgw and ceph-common.
set -euo pipefail
folder=$1 port=$2 monitor=$3 access_key=$4 secret_key=$5
address="v2:127.0.0.1:$monitor"
mkdir -p "$folder"/{monitor,storage,run}
log=$folder/log
export CEPH_CONF=$folder/settings

finish() {
  code=$?
  trap - EXIT
  # shellcheck disable=SC2046
  kill -KILL $(jobs -p) 2> /dev/null || true
  wait 2> /dev/null || true
  [ "$code" = 0 ] || tail -n 5 "$log" >&2
  rm -rf "$folder"
  exit "$code"
}
trap finish EXIT
trap 'exit 0' TERM INT

# Tries a command four times a second, for a minute.
until_it_works() {
  for _ in $(seq 240); do
    if "$@" >> "$log" 2>&1; then return 0; fi
    sleep 0.25
  done
  return 1
}

cat > "$CEPH_CONF" << SETTINGS
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon host = [$address]
public network = 127.0.0.0/8
ms bind ipv6 = false
keyring = $folder/keys
run dir = $folder/run
admin socket =
log file = $folder/ceph.log
mon data = $folder/monitor
osd data = $folder/storage
osd objectstore = memstore
memstore device bytes = $((${S3_SERVER_GIBIBYTES:-2} << 30))
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon data avail warn = 2
mon data avail crit = 1
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$port
SETTINGS

{
  ceph-authtool --create-keyring "$folder/keys"
  for name in mon. client.admin client.rgw osd.0; do
    ceph-authtool "$folder/keys" --gen-key -n "$name" --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  done
  monmaptool --create --addv a "[$address]" --fsid "$(sed -n 's/^fsid = //p' "$CEPH_CONF")" "$folder/map"
  ceph-mon -i a --mkfs --monmap "$folder/map" --keyring "$folder/keys"
} >> "$log" 2>&1
ceph-mon -f -i a >> "$log" 2>&1 < /dev/null &
until_it_works ceph --connect-timeout 2 status
id=$(cat /proc/sys/kernel/random/uuid)
{
  ceph osd new "$id"
  ceph-osd -i 0 --mkfs --osd-uuid "$id"
} >> "$log" 2>&1
ceph-osd -f -i 0 >> "$log" 2>&1 < /dev/null &
until_it_works sh -c 'ceph osd stat | grep -q "1 up"'
radosgw -f -n client.rgw >> "$log" 2>&1 < /dev/null &
until_it_works curl --silent --output /dev/null "127.0.0.1:$port"
radosgw-admin user create --uid=tests --display-name=Tests --access-key="$access_key" --secret="$secret_key" >> "$log" 2>&1

# The new user is known once a signed request of theirs, which curl can make by itself, succeeds.
until_it_works curl --silent --fail --user "$access_key:$secret_key" --aws-sigv4 aws:amz:default:s3 \
  --header 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "http://127.0.0.1:$port/"
echo "http://127.0.0.1:$port"
cat > /dev/null
