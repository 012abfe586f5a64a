#!/usr/bin/env bash
# Examines the systemd unit, builds the image of deploy/Containerfile and runs it as docs/operations.md says: alone, and as
# compose.yaml has it, with a PostgreSQL and an S3 store. Prints what it saw and ends with 1 where anything was otherwise.
# Takes minutes, so it is no part of `npm test`:
#
#   sudo deploy/test.sh            all
#   sudo deploy/test.sh image      the image alone, without compose and store
#
# Nothing is pulled from a registry of images: the base is Debian by debootstrap, made as small as Debian's "slim" images, with this
# machine's Node.js for the build. Where something is missing it says what, and skips the rest.
set -euo pipefail
what=${1:-all}
# A machine with both versions of control groups mounted, as some sandboxes have, cannot start containers; crun wants one.
if mountpoint -q /sys/fs/cgroup/unified; then
  exec unshare -m bash -c 'umount /sys/fs/cgroup/unified && exec "$@"' _ "$(readlink -f "$0")" "$what"
fi
cd "$(dirname "$0")/.."

failed=0
passed() { echo "ok    $1"; }
failure() { echo "FALSE $1"; failed=1; }
check() { if [ "$2" = "$3" ]; then passed "$1"; else failure "$1: expected '$3', got '$2'"; fi; }
skip() { echo "Skipped: $1"; exit "$failed"; }

echo '# The systemd unit'
# The score of docs/operations.md, in tenths; systemd-analyze refuses a unit that is more exposed.
exposure=17
if command -v systemd-analyze > /dev/null; then
  # A root with this machine's units and a program at the place that the unit names, because verifying needs both.
  units=$(mktemp -d /var/tmp/innspect-unit-XXXXXX)
  trap 'rm -rf "$units"' EXIT
  mkdir -p "$units"/{etc/systemd/system,usr/lib/systemd,opt/innspect/node_modules/node/bin}
  cp deploy/innspect.service "$units/etc/systemd/system/"
  cp -a /usr/lib/systemd/system "$units/usr/lib/systemd/"
  cp -L "$(type -P true)" "$units/opt/innspect/node_modules/node/bin/node"
  check 'systemd understands all of it' "$(systemd-analyze verify --man=no --recursive-errors=no --root="$units" innspect.service 2>&1; echo $?)" 0
  if rated=$(systemd-analyze security --no-pager --offline=true --threshold=$exposure deploy/innspect.service 2>&1 | grep Overall); then
    passed "${rated#→ }"
  else failure "it is more exposed than $exposure tenths: ${rated:-no score}"; fi
else
  echo 'Skipped: there is no systemd-analyze (Debian: apt-get install systemd).'
fi

[ "$(id -u)" = 0 ] || skip 'debootstrap needs root.'
needed=(podman crun debootstrap curl node npm unshare)
[ "$what" = image ] || needed+=(podman-compose ceph-mon ceph-osd radosgw radosgw-admin)
for program in "${needed[@]}"; do
  command -v "$program" > /dev/null || skip "there is no $program (Debian: apt-get install podman crun debootstrap podman-compose ceph-mon ceph-osd radosgw)."
done

work=$(mktemp -d /var/tmp/innspect-image-XXXXXX)
export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf
cat > "$CONTAINERS_STORAGE_CONF" << SETTINGS
[storage]
driver = "${STORAGE_DRIVER:-overlay}"
graphroot = "$work/store"
runroot = "$work/run"
SETTINGS
# No more than this machine allows to those who start containers.
cat > "$CONTAINERS_CONF" << 'SETTINGS'
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
SETTINGS
# Without systemd podman cannot run health checks by itself and says so at each start.
podman() { command podman "$@" 2> >(grep -v 'systemd connection' >&2); }

store_stdin= forwarder=
finish() {
  podman rm -fa > /dev/null 2>&1 || true
  podman network rm -f innspect_files innspect_default > /dev/null 2>&1 || true
  [ -z "$forwarder" ] || kill "$forwarder" 2> /dev/null || true
  [ -z "$store_stdin" ] || exec {store_stdin}>&-
  wait 2> /dev/null || true
  rm -rf "${units:-}"
  rm -rf "$work" 2> /dev/null || { umount -R "$work/store/overlay" 2> /dev/null; rm -rf "$work"; }
}
trap finish EXIT

echo '# The base'
debootstrap --variant=minbase "${SUITE:-bookworm}" "$work/base" > "$work/debootstrap.log"
rm -rf "$work"/base/{usr/share/{doc,man,locale,info},var/cache/apt,var/lib/apt/lists}
mkdir -p "$work"/base/var/{cache/apt/archives/partial,lib/apt/lists/partial}
tar -C "$work/base" -c . | podman import - localhost/base > /dev/null 2>&1
# Node.js, npm and the certificates that this machine trusts, for the build alone.
mkdir -p "$work"/tools/{usr/bin,usr/lib/node_modules,etc/ssl}
cp -L "$(command -v node)" "$work/tools/usr/bin/node"
cp -aL "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$work/tools/usr/lib/node_modules/npm"
cp -aL /etc/ssl/certs "$work/tools/etc/ssl/certs" 2> /dev/null || true
podman build -q --network=host -t localhost/build-base -f - "$work/tools" > /dev/null << 'BASE'
FROM localhost/base
COPY usr/ /usr/
COPY etc/ /etc/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm
BASE

echo '# The image'
podman build -q --format docker --network=host --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
  --build-arg BUILD_BASE=localhost/build-base --build-arg BASE=localhost/base -f deploy/Containerfile -t localhost/innspect . > /dev/null
about() { podman image inspect localhost/innspect --format "$1"; }
size=$(($(about '{{.Size}}') / 1000000))
if [ "$size" -lt 600 ]; then passed "it has $size MB, fewer than 600"; else failure "it has $size MB, not fewer than 600"; fi
check 'it runs as somebody who is not root' "$(about '{{.User}}')" 10001:10001
check 'it has a health check' "$(about '{{len .HealthCheck.Test}}')" 4

secrets=(-e SESSION_SECRET="$(head -c 32 /dev/urandom | base64)" -e AUDIT_KEY="$(head -c 32 /dev/urandom | base64)")
# What compose.yaml asks for as well.
closed=(--read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges)
node=node_modules/node/bin/node

# Waits until a command succeeds, for a minute and a half.
until_ok() { for _ in $(seq 180); do "$@" > /dev/null 2>&1 && return 0; sleep 0.5; done; return 1; }
ready() { curl -fsS "http://127.0.0.1:$1/api/ready"; }

echo '# One process with its own database, as a stranger to the root of its file system'
start_alone() {
  podman run -d --name alone --network=host "${closed[@]}" "${secrets[@]}" -v alone:/var/lib/innspect -e PORT=4390 \
    -e HOST=127.0.0.1 -e PUBLIC_URL=https://innspect.example -e SMTP_URL=smtp://127.0.0.1:2525 localhost/innspect > /dev/null
}
inside() { podman exec alone "$@"; }
start_alone
if until_ok ready 4390; then passed 'it is ready'; else failure "it is not ready: $(podman logs --tail 5 alone 2>&1)"; fi
check 'its health check says so' "$(podman healthcheck run alone > /dev/null 2>&1; echo $?)" 0
check 'its processes are of user 10001' "$(inside sh -c 'cat /proc/[0-9]*/status' | awk '/^Uid/ {print $2}' | sort -u)" 10001
check 'none of them has a capability' "$(inside sh -c 'cat /proc/[0-9]*/status' | awk '/^Cap(Eff|Prm)/ {print $2}' | sort -u)" 0000000000000000
for path in / /opt/innspect /opt/innspect/server /usr/bin /etc; do
  check "$path cannot be written" "$(inside sh -c "touch $path/x 2> /dev/null; echo \$?")" 1
done
check 'there are no metrics without a token' "$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:4390/metrics)" 404
podman exec -i alone $node server/users/admin-create.ts --username root-admin --email root@example.com \
  <<< 'three unrelated lamps' > "$work/admin.log" 2>&1 ||
  failure "no first admin: $(tail -n 2 "$work/admin.log")"
sign_in() {
  rm -f "$work/cookies"
  token=$(curl -s -c "$work/cookies" "http://127.0.0.1:$1/api/csrf-token" | sed -E 's/.*"csrfToken":"([^"]+)".*/\1/')
  # curl keeps no Secure cookie of http.
  cookie=$(awk '/visitor/ {print $6 "=" $7}' "$work/cookies")
  curl -s -o /dev/null -w '%{http_code}' -H "cookie: $cookie" -H "x-csrf-token: $token" -H 'content-type: application/json' \
    -d '{"username":"root-admin","password":"three unrelated lamps"}' "http://127.0.0.1:$1/api/login"
}
check 'the first admin signs in' "$(sign_in 4390)" 200
begun=$(date +%s)
podman stop -t 20 alone > /dev/null
check 'SIGTERM ends it with 0' "$(podman inspect alone --format '{{.State.ExitCode}}')" 0
taken=$(($(date +%s) - begun))
if [ "$taken" -le 12 ]; then passed "within 10 s, and what podman adds ($taken s)"; else failure "it took $taken s to end"; fi
podman rm alone > /dev/null
start_alone
until_ok ready 4390 || failure 'it is not ready again'
check 'another container on the same volume knows the admin' "$(sign_in 4390)" 200
podman rm -f alone > /dev/null
[ "$what" != image ] || exit "$failed"

echo '# The processes of compose.yaml with a PostgreSQL and an S3 store'
# A stand-in for the image that compose.yaml names, which cannot be pulled everywhere: Debian's PostgreSQL with the same settings.
mkdir -p "$work/database"
cat > "$work/database/start.sh" << 'START'
#!/bin/sh
set -e
export PATH="$PATH:$(echo /usr/lib/postgresql/*/bin)"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 > /dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w -o '-c listen_addresses=' start > /dev/null
  PGPASSWORD=$POSTGRES_PASSWORD createdb -h /var/run/postgresql -U "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -w stop > /dev/null
fi
exec postgres -c 'listen_addresses=*'
START
podman build -q --network=host -t docker.io/library/postgres:17-bookworm -f - "$work/database" > /dev/null << 'DATABASE'
FROM localhost/base
RUN apt-get update && apt-get install -y --no-install-recommends postgresql && rm -rf /var/lib/apt/lists/*
COPY --chmod=755 start.sh /start.sh
ENV PGDATA=/var/lib/postgresql/data
RUN rm -rf /var/lib/postgresql/* && install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data
USER postgres
CMD ["/start.sh"]
DATABASE

# The store, on this machine; containers and browsers reach it by the address of a bridge.
podman network create innspect_files > /dev/null
bridge=$(podman network inspect innspect_files --format '{{(index .Subnets 0).Gateway}}')
podman run -d --name bridge --network=innspect_files localhost/base sleep infinity > /dev/null
export AWS_ACCESS_KEY_ID=compose-test AWS_SECRET_ACCESS_KEY=$(head -c 18 /dev/urandom | base64 | tr -d '+/')
mkfifo "$work/stdin"
scripts/s3-server.sh "$work/s3" 4391 4392 "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY" < "$work/stdin" > "$work/s3.address" 2> "$work/s3.log" &
exec {store_stdin}> "$work/stdin"
until_ok grep -q http "$work/s3.address" || { failure "no S3 store: $(cat "$work/s3.log")"; exit 1; }
"$(command -v node)" -e "
require('net').createServer((from) => {
  const to = require('net').connect(4391, '127.0.0.1');
  from.pipe(to).pipe(from); from.on('error', () => to.destroy()); to.on('error', () => from.destroy());
}).listen(4393, '$bridge')" &
forwarder=$!
endpoint=http://$bridge:4393
until_ok curl -fsS -X PUT --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" --aws-sigv4 aws:amz:default:s3 \
  -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "$endpoint/innspect" || { failure 'no bucket'; exit 1; }

export PORT=4394 PUBLIC_URL=https://innspect.example SMTP_URL='smtp://127.0.0.1:2525' STORAGE_URL="s3://innspect?endpoint=$endpoint&region=default"
SESSION_SECRET=$(head -c 32 /dev/urandom | base64) AUDIT_KEY=$(head -c 32 /dev/urandom | base64)
DATABASE_PASSWORD=$(head -c 18 /dev/urandom | base64 | tr -d '+/')
export SESSION_SECRET AUDIT_KEY DATABASE_PASSWORD METRICS_TOKEN=
podman-compose -p innspect -f deploy/compose.yaml up -d --no-build > "$work/compose.log" 2>&1 || true
if until_ok ready 4394; then passed 'web is ready'; else
  failure "web is not ready: $(tail -n 5 "$work/compose.log"; podman logs --tail 5 innspect_web_1 2>&1; podman logs --tail 5 innspect_database_1 2>&1)"
fi
check 'web and worker are read-only' "$(podman inspect innspect_web_1 innspect_worker_1 --format '{{.HostConfig.ReadonlyRootfs}}' | sort -u)" true
check 'an owner sends a photo to the store, and the worker analyzes it' "$("$(command -v node)" deploy/test-photo.mjs http://127.0.0.1:4394 "$endpoint" 2>&1 | tail -n 1)" analyzed
podman exec innspect_web_1 $node server/backup/doctor-cli.ts > "$work/doctor.log" 2>&1 || true
grep -E 'database|store|queue|chain|audit|files' "$work/doctor.log" | sed 's/^/      doctor: /' || true
podman kill -s KILL innspect_worker_1 > /dev/null
podman start innspect_worker_1 > /dev/null
check 'a killed worker goes on' "$("$(command -v node)" deploy/test-photo.mjs http://127.0.0.1:4394 "$endpoint" 2>&1 | tail -n 1)" analyzed
exit "$failed"
