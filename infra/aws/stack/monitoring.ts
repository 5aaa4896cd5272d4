import { functionName, type Resource, type Resources, roleOf, SERVICE, sub } from './names.ts';

type Alarm = {
  readonly description: string;
  readonly namespace: string;
  readonly metric: string;
  readonly dimensions: Readonly<Record<string, unknown>>;
  readonly statistic: 'Sum' | 'Maximum' | 'Minimum';
  /** Threshold of the alarm, in two of three periods of five minutes. */
  readonly above?: number;
  /** Instead of `above`: the alarm goes off below it. */
  readonly below?: number;
};

/**
 * Alarms, sent to the topic `Alarms`: failing and throttled functions, responses of 500 and above, and a stream that is read too
 * slowly.
 *
 * @param names of all functions
 * @param email address that subscribes to the topic; undefined: none
 */
export function alarms(stage: string, names: readonly string[], email: string | undefined): Resources {
  const ofFunctions = names.flatMap((name) => {
    const dimensions = { FunctionName: functionName(stage, name) };
    const id = roleOf(name).replace(/Role$/, '');
    return [
      [
        `${id}ErrorsAlarm`,
        alarm({
          namespace: 'AWS/Lambda',
          metric: 'Errors',
          dimensions,
          statistic: 'Sum',
          above: 0,
          description: `The function ${name} fails: see its log.`,
        }),
      ],
      [
        `${id}ThrottlesAlarm`,
        alarm({
          namespace: 'AWS/Lambda',
          metric: 'Throttles',
          dimensions,
          statistic: 'Sum',
          above: 0,
          description: `Calls of the function ${name} are refused: the limit of concurrent functions is reached.`,
        }),
      ],
    ] as const;
  });
  return {
    Alarms: {
      Type: 'AWS::SNS::Topic',
      Properties: email ? { Subscription: [{ Protocol: 'email', Endpoint: email }] } : {},
    },
    ApiErrorsAlarm: alarm({
      description: 'The API answers 500 and above.',
      namespace: 'AWS/ApiGateway',
      metric: '5xx',
      dimensions: { ApiId: { Ref: 'HttpApi' } },
      statistic: 'Sum',
      above: 5,
    }),
    ...Object.fromEntries(ofFunctions),
    ...(names.includes('stream') && {
      StreamAgeAlarm: alarm({
        description: 'Subscribers of the notification channel receive changes late: the stream is read too slowly.',
        namespace: 'AWS/Lambda',
        metric: 'IteratorAge',
        statistic: 'Maximum',
        above: 60_000,
        dimensions: { FunctionName: functionName(stage, 'stream') },
      }),
    }),
  };
}

/**
 * Alarms of the deployment's domain: some objects are unavailable, or storage runs out.
 *
 * @param storage GiB of each instance
 */
export function domainAlarms(domain: string, storage: number): Resources {
  const dimensions = { DomainName: domain, ClientId: { Ref: 'AWS::AccountId' } };
  return {
    SearchRedAlarm: alarm({
      description: 'The search domain is red: some objects cannot be read or written.',
      namespace: 'AWS/ES',
      metric: 'ClusterStatus.red',
      dimensions,
      statistic: 'Maximum',
      above: 0,
    }),
    SearchStorageAlarm: alarm({
      description: 'The search domain is nearly full: an eighth of its storage is left. See SEARCH_STORAGE.',
      namespace: 'AWS/ES',
      metric: 'FreeStorageSpace',
      dimensions,
      statistic: 'Minimum',
      below: (storage * 1024) / 8, // MiB
    }),
  };
}

function alarm({ description, namespace, metric, dimensions, statistic, above, below }: Alarm): Resource {
  return {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      AlarmDescription: description,
      Namespace: namespace,
      MetricName: metric,
      Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
      Statistic: statistic,
      Period: 300,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
      Threshold: above ?? below,
      ComparisonOperator: above === undefined ? 'LessThanThreshold' : 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
      AlarmActions: [{ Ref: 'Alarms' }],
      OKActions: [{ Ref: 'Alarms' }],
    },
  };
}

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
    { title: 'Responses of the API', stat: 'Sum', metrics: ofApi(['Count', '4xx', '5xx']) },
    { title: 'Response time in milliseconds, 99th percentile', stat: 'p99', metrics: ofApi(['Latency']) },
  ];
  const widgets = graphs.map(({ title, stat, metrics }, index) => ({
    type: 'metric',
    x: (index % 2) * WIDTH,
    y: Math.floor(index / 2) * HEIGHT,
    width: WIDTH,
    height: HEIGHT,
    properties: { title, stat, metrics, region: REGION, period: 300, view: 'timeSeries' },
  }));
  return {
    Dashboard: {
      Type: 'AWS::CloudWatch::Dashboard',
      Properties: { DashboardName: `${SERVICE}-${stage}`, DashboardBody: sub(JSON.stringify({ widgets })) },
    },
  };
}
