import { alarms } from './alarms.ts';
import { functionName, type Resource, type Resources, SERVICE, sub, type Value } from './names.ts';
import { type Environment, givenSettings, ownAddress } from './settings.ts';

/** Where the function finds the file system. */
const MOUNT = '/mnt/data';

const NETWORK = '10.83.0.0/24';
const SUBNETS = ['10.83.0.0/25', '10.83.0.128/25'];
const NFS = 2049;

/** The user of the function's files: no other program has them. */
const USER = '1000';

/** Settings of a search cluster, of which there is none. */
const OF_CLUSTER = /^SEARCH_(?!DEADLINE$)/;

/** The environment of the one function: data, search index, identities and keys are files. */
export function smallSettings(environment: Environment): Readonly<Record<string, Value>> {
  const given = Object.entries(givenSettings(environment)).filter(([name]) => !OF_CLUSTER.test(name));
  return {
    ...ownAddress(environment),
    ...Object.fromEntries(given),
    SVC_DATA_DIR: MOUNT,
    SVC_DATA_DIR_ON: 'network',
  };
}

/**
 * Everything of a small deployment that is neither the function nor an address of it: a network without a way out, which costs
 * nothing, and an encrypted file system in it, which costs what is stored. The files outlive the deployment.
 */
export function smallResources(stage: string, environment: Environment): Resources {
  return {
    ...network(),
    ...fileSystem(),
    SmallRole: role(stage),
    ...alarms(stage, ['small'], environment.ALARM_EMAIL),
  };
}

/** The network of the function, and where it mounts its files. */
export const SMALL_PLACE = {
  vpc: {
    securityGroupIds: [{ 'Fn::GetAtt': ['SecurityGroup', 'GroupId'] }],
    subnetIds: SUBNETS.map((_, index) => ({ Ref: `Subnet${index}` })),
  },
  files: { localMountPath: MOUNT, arn: { 'Fn::GetAtt': ['FilesAccess', 'Arn'] } },
} as const;

function network(): Resources {
  const group = { 'Fn::GetAtt': ['SecurityGroup', 'GroupId'] };
  const rule = { IpProtocol: 'tcp', FromPort: NFS, ToPort: NFS };
  return {
    Network: { Type: 'AWS::EC2::VPC', Properties: { CidrBlock: NETWORK, EnableDnsHostnames: true } },
    ...Object.fromEntries(
      SUBNETS.map((CidrBlock, index): [string, Resource] => [
        `Subnet${index}`,
        {
          Type: 'AWS::EC2::Subnet',
          Properties: {
            VpcId: { Ref: 'Network' },
            CidrBlock,
            AvailabilityZone: { 'Fn::Select': [index, { 'Fn::GetAZs': '' }] },
          },
        },
      ]),
    ),
    SecurityGroup: {
      Type: 'AWS::EC2::SecurityGroup',
      Properties: {
        GroupDescription: 'The function and its file system: nothing but NFS between the two.',
        VpcId: { Ref: 'Network' },
        SecurityGroupEgress: [{ ...rule, CidrIp: NETWORK }],
      },
    },
    SecurityGroupFiles: {
      Type: 'AWS::EC2::SecurityGroupIngress',
      Properties: { GroupId: group, SourceSecurityGroupId: group, ...rule },
    },
  };
}

function fileSystem(): Resources {
  return {
    Files: {
      Type: 'AWS::EFS::FileSystem',
      DeletionPolicy: 'Retain',
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

function role(stage: string): Resource {
  const group = `/aws/lambda/${functionName(stage, 'small')}`;
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
      },
      Policies: [
        {
          PolicyName: `${SERVICE}-${stage}-small`,
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
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
                // Lambda itself needs these to put a function into a network; AWS takes no narrower resource for them.
                Effect: 'Allow',
                Action: [
                  'ec2:CreateNetworkInterface',
                  'ec2:DeleteNetworkInterface',
                  'ec2:DescribeNetworkInterfaces',
                  'ec2:AssignPrivateIpAddresses',
                  'ec2:UnassignPrivateIpAddresses',
                ],
                Resource: ['*'],
              },
            ],
          },
        },
      ],
    },
  };
}
