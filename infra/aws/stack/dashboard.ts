import { functionName, type Resources, SERVICE, sub } from './names.ts';

/** One graph, with metrics in CloudWatch's format. */
type Graph = { readonly title: string; readonly stat: string; readonly metrics: readonly (readonly string[])[] };

/** Replaced by CloudFormation. */
const API = `\${HttpApi}`;
const REGION = `\${AWS::Region}`;

const WIDTH = 12;
const HEIGHT = 6;

/** A dashboard with calls, duration and failures of each function, and responses of the API. */
export function dashboard(stage: string, names: readonly string[]): Resources {
  const ofFunctions = (metric: string) => {
    return names.map((name) => ['AWS/Lambda', metric, 'FunctionName', functionName(stage, name)]);
  };
  const ofApi = (metrics: readonly string[]) => metrics.map((metric) => ['AWS/ApiGateway', metric, 'ApiId', API]);
  const graphs: readonly Graph[] = [
    { title: 'Calls', stat: 'Sum', metrics: ofFunctions('Invocations') },
    { title: 'Milliseconds, 99 of 100', stat: 'p99', metrics: ofFunctions('Duration') },
    { title: 'Failures', stat: 'Sum', metrics: ofFunctions('Errors') },
    { title: 'Refused calls', stat: 'Sum', metrics: ofFunctions('Throttles') },
    { title: 'Answers of the API', stat: 'Sum', metrics: ofApi(['Count', '4xx', '5xx']) },
    { title: 'Milliseconds until the answer, 99 of 100', stat: 'p99', metrics: ofApi(['Latency']) },
  ];
  const widgets = graphs.map(({ title, stat, metrics }, index) => ({
    type: 'metric',
    ...{ x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, width: WIDTH, height: HEIGHT },
    properties: { title, stat, metrics, region: REGION, period: 300, view: 'timeSeries' },
  }));
  return {
    Dashboard: {
      Type: 'AWS::CloudWatch::Dashboard',
      Properties: { DashboardName: `${SERVICE}-${stage}`, DashboardBody: sub(JSON.stringify({ widgets })) },
    },
  };
}
