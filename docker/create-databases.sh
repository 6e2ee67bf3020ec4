#!/bin/sh
# Run once by the image of MySQL, on an empty data volume: one database per service, and the account that they use.
set -eu
mysql -u root -p"$MYSQL_ROOT_PASSWORD" <<SQL
CREATE USER IF NOT EXISTS 'portolan'@'%' IDENTIFIED BY '$PORTOLAN_PASSWORD';
$(for name in history jobs streams; do
  echo "CREATE DATABASE IF NOT EXISTS portolan_$name CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;"
  echo "GRANT ALL PRIVILEGES ON portolan_$name.* TO 'portolan'@'%';"
done)
SQL
