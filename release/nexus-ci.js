#!/usr/bin/env node
// Starts the program of the package for this platform, which npm has installed beside this one.
"use strict";
const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
const name = process.platform === "win32" ? "nexus-ci.exe" : "nexus-ci";
let program;
try {
  program = require.resolve(`@nexus-ci/${platform}/${name}`);
} catch {
  console.error(`nexus-ci: there is no program for ${platform}: the package @nexus-ci/${platform} is not installed; install without --omit=optional, or see https://github.com/nexus-ci/nexus-ci`);
  process.exit(3);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends an interrupt to both; other signals come here alone.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (err) => {
  console.error(`nexus-ci: start ${program}: ${err.message}`);
  process.exit(3);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
