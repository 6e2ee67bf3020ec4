#!/bin/bash
# Process 1 of the machine that the cluster lane makes: `boot.sh <folder> <name> <address>`. Runs in namespaces of its own and
# makes them look like a machine. Ends when it is killed or its input ends, and everything in the namespaces with it.
set -euo pipefail
folder=$1 name=$2 address=$3

hostname "$name"
mount -t proc proc /proc

# The kubelet sets these for the whole machine: it finds them set, in files of its own.
declare -A sysctls=(
  [vm/overcommit_memory]=1 [vm/panic_on_oom]=0 [kernel/panic]=10 [kernel/panic_on_oops]=1
  [kernel/keys/root_maxkeys]=1000000 [kernel/keys/root_maxbytes]=25000000
)
mkdir -p "$folder/sysctl"
for key in "${!sysctls[@]}"; do
  file=$folder/sysctl/${key//\//.}
  echo "${sysctls[$key]}" >"$file"
  mount --bind "$file" "/proc/sys/$key"
done

# Hierarchies of control groups as the namespace sees them: its own part is their root.
hierarchies=$(awk '$3 == "cgroup" { print $2, $4 }' /proc/mounts)
mount -t sysfs sysfs /sys
mount -t tmpfs tmpfs /sys/fs/cgroup
while read -r path options; do
  mkdir -p "$path"
  controllers=$(tr ',' '\n' <<<"$options" | grep -vE '^(rw|ro|relatime|noatime|nosuid|nodev|noexec|xattr|clone_children|release_agent=.*)$' | paste -sd,)
  mount -t cgroup -o "$controllers" cgroup "$path"
done <<<"$hierarchies"

# What the programs write at fixed places stays in the machine.
for place in /run /var/log /var/lib; do mount -t tmpfs tmpfs "$place"; done
mkdir /run/lock
printf '127.0.0.1 localhost\n%s %s\n' "$address" "$name" >"$folder/hosts"
printf 'nameserver %s\n' "$address" >"$folder/resolv.conf"
mount --bind "$folder/hosts" /etc/hosts
mount --bind "$folder/resolv.conf" "$(realpath /etc/resolv.conf)"

ip link set lo up
ip link add machine0 type bridge
ip address add "$address/24" dev machine0
ip link set machine0 up
ip route add default dev machine0
echo 1 >/proc/sys/net/ipv4/ip_forward

touch "$folder/booted"
# Whatever loses its parent becomes a child of this and is reaped. The input ends with the process that booted the machine.
exec 3<&0
cat <&3 >/dev/null &
wait $!
