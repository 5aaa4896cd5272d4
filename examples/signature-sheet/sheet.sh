#!/bin/sh
# Prints a signature sheet for the key in a PEM file: sh sheet.sh KEY.pem SERVER
# KEY.pem is made by: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out KEY.pem
set -eu
owner=$(openssl pkey -in "$1" -pubout | tr -d '\n')
expiry=$(($(date +%s) + 60))000
members="\"@context\":\"https://schema.cassproject.org/kbac/0.4\",\"@owner\":\"$owner\",\"@type\":\"TimeLimitedSignature\",\"expiry\":$expiry,\"server\":\"$2\""
signature=$(printf '{%s}' "$members" | openssl dgst -sha256 -sign "$1" | openssl base64 -A)
printf '[{%s,"@signatureSha256":"%s"}]' "$members" "$signature"
