import { homedir } from 'node:os';
import { join } from 'node:path';

/** The version of DynamoDB Local that is started: pinned, so that every run has the same. */
export const VERSION = '3.3.1';

/** Its official container image. */
export const IMAGE = `docker.io/amazon/dynamodb-local:${VERSION}`;

/** The least major version of Java that its libraries run on. */
export const JAVA = 17;

/** The release of the AWS SDK for Java whose parts it is given: its own description names parts of several. */
const SDK = '2.54.15';

/** Where its libraries are kept between runs: the user's cache directory, outside the repository. */
export function libraryDirectory(environment: NodeJS.ProcessEnv): string {
  const cache = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'competency-service', 'dynamodb', VERSION, 'jars');
}

/** A Maven project that depends on DynamoDB Local and nothing else. */
export const PROJECT = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>competency-service</groupId>
  <artifactId>dynamodb</artifactId>
  <version>1</version>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>software.amazon.awssdk</groupId><artifactId>bom</artifactId><version>${SDK}</version>
        <type>pom</type><scope>import</scope>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>software.amazon.dynamodb</groupId><artifactId>DynamoDBLocal</artifactId><version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;
