/** Values for `serverless.yml` and `serverless-small.yml`: the framework loads only modules of this kind. */
const { apiStage, outputs } = require('./api.ts');
const {
  automaticProfiles,
  deliversToWebhooks,
  hasSchedules,
  makesVectors,
  pollsStatements,
  replicates,
  writesDumps,
} = require('./settings.ts');
const { SMALL_PLACE, smallResources, smallSettings } = require('./small.ts');
const { groupFunctions, resources, settings } = require('./stack.ts');

const stageOf = ({ options }) => options.stage ?? 'dev';

module.exports = {
  apiStage: () => apiStage(process.env),
  outputs: () => outputs(process.env),
  groupFunctions: () => groupFunctions(process.env),
  automaticProfiles: () => automaticProfiles(process.env),
  deliversToWebhooks: () => deliversToWebhooks(process.env),
  hasSchedules: () => hasSchedules(process.env),
  pollsStatements: () => pollsStatements(process.env),
  replicates: () => replicates(process.env),
  writesDumps: () => writesDumps(process.env),
  makesVectors: () => makesVectors(process.env),
  settings: (framework) => settings(stageOf(framework), process.env),
  resources: (framework) => resources(stageOf(framework), process.env),
  smallPlace: SMALL_PLACE,
  smallSettings: (framework) => smallSettings(stageOf(framework), process.env),
  smallResources: (framework) => smallResources(stageOf(framework), process.env),
};
