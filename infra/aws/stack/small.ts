import { LAMBDA_WITH_FILES } from '../lambda/platform.ts';
import { domainNames } from './api.ts';
import { alarms } from './monitoring.ts';
import { functionName, type Resource, type Resources, sub, type Value } from './names.ts';
import { connectionArns, functionRole, modelCalls } from './roles.ts';
import { channelAddress, checked, type Environment, givenSettings, ownAddress } from './settings.ts';

/** Mount point of the file system. */
const MOUNT = '/mnt/data';

const NETWORK = '10.83.0.0/24';
const SUBNETS = ['10.83.0.0/25', '10.83.0.128/25'];
const NFS = 2049;
const HTTPS = 443;

/** Owner of the function's files. */
const USER = '1000';

/** Settings of a search cluster, which a small deployment does not have. */
const CLUSTER_SETTINGS = /^SEARCH_(?!DEADLINE$)/;

/** The environment of the one function: data, search index, identities and keys are files. */
export function smallSettings(stage: string, environment: Environment): Readonly<Record<string, Value>> {
  const given = Object.entries(givenSettings(stage, environment)).filter(([name]) => !CLUSTER_SETTINGS.test(name));
  return checked(LAMBDA_WITH_FILES, {
    ...ownAddress(environment),
    ...Object.fromEntries(given),
    SVC_DATA_DIR: MOUNT,
    SVC_DATA_DIR_ON: 'network',
    ...channelAddress(stage, environment),
    NODE_OPTIONS: '--dns-result-order=ipv6first', // the only route to the internet
  });
}

/**
 * The resources of a small deployment besides the function and its routes: a network whose only egress is over IPv6, which is free,
 * and an encrypted file system, billed by size. The files are retained after the deployment.
 */
export function smallResources(stage: string, environment: Environment): Resources {
  return {
    ...network(),
    ...egress(),
    // The framework defines the rest. The function reaches its subscribers over IPv6.
    WebsocketsApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { IpAddressType: 'dualstack' } },
    ...fileSystem(),
    ...domainNames(environment),
    SmallRole: role(stage, environment),
    ...alarms(stage, ['small'], environment.ALARM_EMAIL),
  };
}

/** The function's network and mount of the file system. */
export const SMALL_PLACE = {
  vpc: {
    securityGroupIds: [{ 'Fn::GetAtt': ['SecurityGroup', 'GroupId'] }],
    subnetIds: SUBNETS.map((_, index) => ({ Ref: `Subnet${index}` })),
    ipv6AllowedForDualStack: true,
  },
  files: { localMountPath: MOUNT, arn: { 'Fn::GetAtt': ['FilesAccess', 'Arn'] } },
} as const;

function network(): Resources {
  const group = { 'Fn::GetAtt': ['SecurityGroup', 'GroupId'] };
  const rule = { IpProtocol: 'tcp', FromPort: NFS, ToPort: NFS };
  const out = { IpProtocol: 'tcp', FromPort: HTTPS, ToPort: HTTPS };
  const ipv6 = { 'Fn::Select': [0, { 'Fn::GetAtt': ['Network', 'Ipv6CidrBlocks'] }] };
  return {
    Network: { Type: 'AWS::EC2::VPC', Properties: { CidrBlock: NETWORK, EnableDnsHostnames: true } },
    NetworkIpv6: {
      Type: 'AWS::EC2::VPCCidrBlock',
      Properties: { VpcId: { Ref: 'Network' }, AmazonProvidedIpv6CidrBlock: true },
    },
    ...Object.fromEntries(
      SUBNETS.map((CidrBlock, index): [string, Resource] => [
        `Subnet${index}`,
        {
          Type: 'AWS::EC2::Subnet',
          DependsOn: 'NetworkIpv6',
          Properties: {
            VpcId: { Ref: 'Network' },
            CidrBlock,
            Ipv6CidrBlock: { 'Fn::Select': [index, { 'Fn::Cidr': [ipv6, SUBNETS.length, 64] }] },
            AvailabilityZone: { 'Fn::Select': [index, { 'Fn::GetAZs': '' }] },
          },
        },
      ]),
    ),
    SecurityGroup: {
      Type: 'AWS::EC2::SecurityGroup',
      Properties: {
        GroupDescription:
          'The function and its file system: NFS between the two, and calls over IPv6 to the subscribers.',
        VpcId: { Ref: 'Network' },
        SecurityGroupEgress: [
          { ...rule, CidrIp: NETWORK },
          { ...out, CidrIpv6: '::/0' },
        ],
      },
    },
    SecurityGroupFiles: {
      Type: 'AWS::EC2::SecurityGroupIngress',
      Properties: { GroupId: group, SourceSecurityGroupId: group, ...rule },
    },
  };
}

/** An egress-only gateway. Unlike a NAT gateway it is free, and for IPv6 only. */
function egress(): Resources {
  const table = { RouteTableId: { Ref: 'Routes' } };
  const gateway = { EgressOnlyInternetGatewayId: { Ref: 'WayOut' } };
  return {
    WayOut: { Type: 'AWS::EC2::EgressOnlyInternetGateway', Properties: { VpcId: { Ref: 'Network' } } },
    Routes: { Type: 'AWS::EC2::RouteTable', Properties: { VpcId: { Ref: 'Network' } } },
    RouteOut: { Type: 'AWS::EC2::Route', Properties: { ...table, ...gateway, DestinationIpv6CidrBlock: '::/0' } },
    ...Object.fromEntries(
      SUBNETS.map((_, index): [string, Resource] => [
        `RoutesOfSubnet${index}`,
        {
          Type: 'AWS::EC2::SubnetRouteTableAssociation',
          Properties: { ...table, SubnetId: { Ref: `Subnet${index}` } },
        },
      ]),
    ),
  };
}

function fileSystem(): Resources {
  return {
    Files: {
      Type: 'AWS::EFS::FileSystem',
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: { Encrypted: true, BackupPolicy: { Status: 'ENABLED' }, ThroughputMode: 'elastic' },
    },
    FilesAccess: {
      Type: 'AWS::EFS::AccessPoint',
      Properties: {
        FileSystemId: { Ref: 'Files' },
        PosixUser: { Uid: USER, Gid: USER },
        RootDirectory: { Path: '/data', CreationInfo: { OwnerUid: USER, OwnerGid: USER, Permissions: '0700' } },
      },
    },
    ...Object.fromEntries(
      SUBNETS.map((_, index): [string, Resource] => [
        `FilesMount${index}`,
        {
          Type: 'AWS::EFS::MountTarget',
          Properties: {
            FileSystemId: { Ref: 'Files' },
            SubnetId: { Ref: `Subnet${index}` },
            SecurityGroups: [{ 'Fn::GetAtt': ['SecurityGroup', 'GroupId'] }],
          },
        },
      ]),
    ),
  };
}

function role(stage: string, environment: Environment): Resource {
  const group = `/aws/lambda/${functionName(stage, 'small')}`;
  return functionRole(stage, 'small', [
    {
      Effect: 'Allow',
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: [sub(`arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:${group}:*`)],
    },
    {
      Effect: 'Allow',
      Action: ['elasticfilesystem:ClientMount', 'elasticfilesystem:ClientWrite'],
      Resource: [{ 'Fn::GetAtt': ['Files', 'Arn'] }],
    },
    {
      Effect: 'Allow',
      Action: ['execute-api:ManageConnections'],
      Resource: connectionArns(stage),
    },
    ...modelCalls(environment),
    {
      // Lambda needs these to attach a function to a network; AWS accepts no narrower resource.
      Effect: 'Allow',
      Action: [
        'ec2:CreateNetworkInterface',
        'ec2:DeleteNetworkInterface',
        'ec2:DescribeNetworkInterfaces',
        'ec2:DescribeSubnets',
        'ec2:AssignPrivateIpAddresses',
        'ec2:UnassignPrivateIpAddresses',
      ],
      Resource: ['*'],
    },
  ]);
}
